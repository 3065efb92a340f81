// SPDX-License-Identifier: MIT
//
// What a DataSet does by itself: its schema and an XML diffgram, which has the states of the rows.
using System;
using System.Data;
using System.IO;
using System.Text;
using System.Xml;

namespace Fastser.Bench;

internal sealed class XmlDiffgram : Absent
{
    public override string Name => "XML diffgram";

    public override void DataSet(Entries e) => e.Add(this, () => new XmlCodec(), Northwind.Make(), Same.DataSets);

    private sealed class XmlCodec : Codec<DataSet>
    {
        private readonly MemoryStream _stream = new();

        public override void Write(DataSet value, ReusedBuffer into)
        {
            using var stream = new BufferStream(into);
            To(value, stream);
        }

        public override byte[] ToArray(DataSet value)
        {
            _stream.SetLength(0);
            To(value, _stream);
            return _stream.ToArray();
        }

        public override DataSet Read(byte[] data)
        {
            var set = new DataSet();
            using var reader = XmlReader.Create(new MemoryStream(data, false));
            reader.ReadStartElement("both");
            set.ReadXmlSchema(reader);
            set.ReadXml(reader, XmlReadMode.DiffGram);
            return set;
        }

        private static void To(DataSet set, Stream stream)
        {
            using var writer = XmlWriter.Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false) });
            writer.WriteStartElement("both");
            set.WriteXmlSchema(writer);
            set.WriteXml(writer, XmlWriteMode.DiffGram);
            writer.WriteEndElement();
        }
    }
}
