// SPDX-License-Identifier: MIT
//
// The classes of an application of 2006: what it gave to BinaryFormatter and SoapFormatter. The language
// is C# 6, so that Mono's compiler takes it as well.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.Serialization;

namespace LegacyApp
{
    [Serializable]
    public enum Colour : short { Red = 1, Green = 2 }

    [Serializable]
    public class Entity
    {
        private int id;
        protected string tag;
        public Entity(int id, string tag) { this.id = id; this.tag = tag; }
    }

    [Serializable]
    public struct Point { public int X; public int Y; public object Label; }

    [Serializable]
    public class Person : Entity
    {
        private string name;
        private DateTime born;
        private decimal balance;
        private Person friend;
        private Colour colour;
        private Point point;
        private byte[] data;
        private string[] names;
        private Person[] family;
        private object anything;
        public int Age { get; set; }
        [NonSerialized] public int NotKept;

        public Person(int id, string name) : base(id, "tag " + id)
        {
            this.name = name;
            born = new DateTime(1970 + id, 2, 3, 4, 5, 6, DateTimeKind.Utc);
            balance = 12.50m * id;
            colour = Colour.Green;
            data = new byte[] { 1, 2, 3 };
            names = new[] { name, null, "x" };
            Age = 30 + id;
            NotKept = 1;
        }

        public static Person Make()
        {
            var first = new Person(1, "Zo\u00EB");
            var second = new Person(2, "Adam");
            first.friend = second;
            second.friend = first;
            first.family = new[] { first, second, null };
            first.anything = Colour.Red;
            second.anything = 5L;
            first.point = new Point { X = 3, Y = 4, Label = second };
            return first;
        }
    }

    [Serializable]
    public class Money : ISerializable
    {
        public decimal Amount;
        public string Currency;
        public object Owner;
        public Money(decimal amount, string currency) { Amount = amount; Currency = currency; }
        protected Money(SerializationInfo info, StreamingContext context) { }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("amount", Amount);
            info.AddValue("currency", Currency);
            info.AddValue("owner", Owner);
        }
    }

    [Serializable]
    public class Wallet
    {
        public string Name;
        public Money Main;
        public List<Money> Others = new List<Money>();

        public static Wallet Make()
        {
            var wallet = new Wallet { Name = "w", Main = new Money(5.25m, "EUR") };
            wallet.Main.Owner = wallet;
            wallet.Others.Add(wallet.Main);
            wallet.Others.Add(new Money(1, "USD"));
            return wallet;
        }
    }

    [Serializable]
    public sealed class Unit : ISerializable
    {
        public static readonly Unit Metre = new Unit();
        private Unit() { }
        public void GetObjectData(SerializationInfo info, StreamingContext context) { info.SetType(typeof(UnitReference)); }
    }

    [Serializable]
    public sealed class UnitReference : IObjectReference
    {
        public object GetRealObject(StreamingContext context) { return Unit.Metre; }
    }

    [Serializable]
    public class Collections
    {
        public List<int> Ints = new List<int> { 1, 2, 3 };
        public List<Entity> Entities = new List<Entity> { new Entity(1, "a"), null, new Entity(2, "b") };
        public Dictionary<string, object> Objects = new Dictionary<string, object> { { "one", 1 }, { "text", "two" }, { "list", new List<string> { "x" } } };
        public Dictionary<int, string> Empty = new Dictionary<int, string>();
        public HashSet<string> Set = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "A", "b" };
        public Queue<int> Queue = new Queue<int>();
        public Stack<string> Stack = new Stack<string>();
        public SortedList<string, int> Sorted = new SortedList<string, int> { { "b", 2 }, { "a", 1 } };
        public SortedDictionary<int, string> Tree = new SortedDictionary<int, string> { { 2, "two" }, { 1, "one" } };
        public LinkedList<int> Linked = new LinkedList<int>(new[] { 7, 8 });
        public ArrayList List = new ArrayList { 1, "x", null, 2.5 };
        public Hashtable Table = new Hashtable { { "k", 1 } };
        public BitArray Bits = new BitArray(new[] { true, false, true });
        public int[,] Grid = { { 1, 2 }, { 3, 4 } };
        public int[][] Jagged = { new[] { 1 }, new[] { 2, 3 } };
        public KeyValuePair<string, int> Pair = new KeyValuePair<string, int>("p", 1);
        public Tuple<int, string> Tuple = System.Tuple.Create(1, "t");
        public Guid Id = new Guid("00112233-4455-6677-8899-aabbccddeeff");
        public TimeSpan Span = TimeSpan.FromMinutes(90);
        public DateTimeOffset Offset = new DateTimeOffset(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(2));
        public Uri Uri = new Uri("http://example.org/");
        public Version Version = new Version(1, 2, 3, 4);
        public int? Some = 5;
        public int? None = null;
        public object Null = DBNull.Value;

        public Collections()
        {
            for (int i = 0; i < 6; i++) Queue.Enqueue(i);
            Queue.Dequeue();
            Queue.Enqueue(6);
            Stack.Push("bottom");
            Stack.Push("top");
        }
    }

    [Serializable]
    public class Node
    {
        public int Value;
        public Node Next;

        public static Node Chain(int length)
        {
            Node first = null;
            for (int i = length; i > 0; i--) first = new Node { Value = i, Next = first };
            return first;
        }
    }

    // For SoapFormatter, which knows no generics.
    [Serializable]
    public class Letter
    {
        private string subject = "a < b & \"c\"";
        private int pages = 3;
        private double weight = 1.5;
        private bool sent = true;
        private DateTime date = new DateTime(2006, 8, 31, 12, 30, 15, DateTimeKind.Utc);
        private Colour colour = Colour.Green;
        private Person2 from;
        private Person2 to;
        private Person2[] copies;
        private ArrayList notes = new ArrayList { 1, "two", null };
        private Hashtable table = new Hashtable { { "k", 5 } };
        private int[] numbers = { 1, 2, 3 };
        private byte[] data = { 1, 2, 254 };
        private object nothing = null;
        private object boxed = 7L;
        private char mark = 'x';
        private decimal price = 9.99m;

        public static Letter Make()
        {
            var letter = new Letter { from = new Person2 { Name = "Zo\u00EB" }, to = new Person2 { Name = "Adam" } };
            letter.from.Friend = letter.to;
            letter.to.Friend = letter.from;
            letter.copies = new[] { letter.to, letter.from };
            return letter;
        }
    }

    [Serializable]
    public class Person2 { public string Name; public Person2 Friend; }
}
