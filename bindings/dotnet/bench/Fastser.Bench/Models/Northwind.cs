// SPDX-License-Identifier: MIT
//
// A DataSet in the shape of Northwind: eight tables with relations, nulls, decimals, dates, and a few
// rows that were changed or added. Seeded, so the same in every run.
using System;
using System.Data;

namespace Fastser.Bench;

public static class Northwind
{
    private static readonly string[] s_words =
    [
        "Alfreds", "Blondel", "Cactus", "Drachenblut", "Ernst", "Folies", "Galeria", "Hungry", "Island",
        "Königlich", "Laughing", "Maison", "North", "Océano", "Piccolo", "Queen", "Rancho", "Save", "Tortuga",
        "Vaffeljernet", "Wartian", "Chai", "Chang", "Syrup", "Seasoning", "Gumbo", "Spread", "Pears", "Sauce",
    ];

    public static DataSet Make()
    {
        var random = new Random(1_996);
        var set = new DataSet("Northwind");
        string Words(int count)
        {
            var text = s_words[random.Next(s_words.Length)];
            while (--count > 0) text += " " + s_words[random.Next(s_words.Length)];
            return text;
        }
        object Or(object value, int odds) => random.Next(odds) == 0 ? DBNull.Value : value;
        DateTime Day() => new DateTime(1996, 7, 4).AddDays(random.Next(700));

        var categories = Table(set, "Categories", ("CategoryID", typeof(int)), ("CategoryName", typeof(string)),
            ("Description", typeof(string)));
        for (var i = 1; i <= 8; i++) categories.Rows.Add(i, Words(1), Words(6));

        var suppliers = Table(set, "Suppliers", ("SupplierID", typeof(int)), ("CompanyName", typeof(string)),
            ("ContactName", typeof(string)), ("City", typeof(string)), ("Region", typeof(string)),
            ("Phone", typeof(string)));
        for (var i = 1; i <= 29; i++)
            suppliers.Rows.Add(i, Words(3), Words(2), Words(1), Or(Words(1), 2), Phone(random));

        var products = Table(set, "Products", ("ProductID", typeof(int)), ("ProductName", typeof(string)),
            ("SupplierID", typeof(int)), ("CategoryID", typeof(int)), ("QuantityPerUnit", typeof(string)),
            ("UnitPrice", typeof(decimal)), ("UnitsInStock", typeof(short)), ("Discontinued", typeof(bool)));
        for (var i = 1; i <= 77; i++)
            products.Rows.Add(i, Words(2), random.Next(1, 30), random.Next(1, 9), random.Next(1, 49) + " boxes",
                random.Next(200, 30_000) / 100m, (short)random.Next(130), random.Next(10) == 0);

        var customers = Table(set, "Customers", ("CustomerID", typeof(string)), ("CompanyName", typeof(string)),
            ("ContactName", typeof(string)), ("ContactTitle", typeof(string)), ("Address", typeof(string)),
            ("City", typeof(string)), ("Region", typeof(string)), ("PostalCode", typeof(string)),
            ("Country", typeof(string)), ("Phone", typeof(string)), ("Fax", typeof(string)));
        for (var i = 1; i <= 91; i++)
            customers.Rows.Add("CU" + i.ToString("000"), Words(3), Words(2), Words(2), random.Next(200) + " " + Words(2),
                Words(1), Or(Words(1), 2), random.Next(10_000, 99_999).ToString(), Words(1), Phone(random),
                Or(Phone(random), 3));

        var employees = Table(set, "Employees", ("EmployeeID", typeof(int)), ("LastName", typeof(string)),
            ("FirstName", typeof(string)), ("BirthDate", typeof(DateTime)), ("Photo", typeof(byte[])),
            ("ReportsTo", typeof(int)));
        for (var i = 1; i <= 9; i++)
        {
            var photo = new byte[2_000];
            random.NextBytes(photo);
            employees.Rows.Add(i, Words(1), Words(1), Day().AddYears(-40), photo, Or(random.Next(1, 10), 3));
        }

        var shippers = Table(set, "Shippers", ("ShipperID", typeof(int)), ("CompanyName", typeof(string)),
            ("Phone", typeof(string)));
        for (var i = 1; i <= 3; i++) shippers.Rows.Add(i, Words(2), Phone(random));

        var orders = Table(set, "Orders", ("OrderID", typeof(int)), ("CustomerID", typeof(string)),
            ("EmployeeID", typeof(int)), ("OrderDate", typeof(DateTime)), ("RequiredDate", typeof(DateTime)),
            ("ShippedDate", typeof(DateTime)), ("ShipVia", typeof(int)), ("Freight", typeof(decimal)),
            ("ShipName", typeof(string)), ("ShipAddress", typeof(string)), ("ShipCity", typeof(string)),
            ("ShipRegion", typeof(string)), ("ShipCountry", typeof(string)));
        for (var i = 0; i < 830; i++)
        {
            var customer = customers.Rows[random.Next(customers.Rows.Count)];
            orders.Rows.Add(10_248 + i, customer["CustomerID"], random.Next(1, 10), Day(), Day(), Or(Day(), 20),
                random.Next(1, 4), random.Next(100_000) / 100m, customer["CompanyName"], customer["Address"],
                customer["City"], customer["Region"], customer["Country"]);
        }

        var details = Table(set, "OrderDetails", ("DetailID", typeof(int)), ("OrderID", typeof(int)),
            ("ProductID", typeof(int)), ("UnitPrice", typeof(decimal)), ("Quantity", typeof(short)),
            ("Discount", typeof(float)));
        for (var i = 0; i < 2_155; i++)
        {
            var product = products.Rows[random.Next(products.Rows.Count)];
            details.Rows.Add(i, 10_248 + random.Next(830), product["ProductID"], product["UnitPrice"],
                (short)random.Next(1, 100), random.Next(6) * 0.05f);
        }

        set.Relations.Add("OrdersOfCustomer", customers.Columns["CustomerID"]!, orders.Columns["CustomerID"]!);
        set.Relations.Add("DetailsOfOrder", orders.Columns["OrderID"]!, details.Columns["OrderID"]!);
        set.Relations.Add("ProductsOfCategory", categories.Columns["CategoryID"]!, products.Columns["CategoryID"]!);
        set.AcceptChanges();

        for (var i = 0; i < 40; i++) products.Rows[i]["UnitPrice"] = (decimal)products.Rows[i]["UnitPrice"] + 1.5m;
        for (var i = 0; i < 10; i++) shippers.Rows.Add(4 + i, Words(2), Phone(random));
        return set;
    }

    private static string Phone(Random random) => $"({random.Next(10, 100)}) {random.Next(100, 1_000)}-{random.Next(1_000, 10_000)}";

    private static DataTable Table(DataSet set, string name, params (string Name, Type Type)[] columns)
    {
        var table = set.Tables.Add(name);
        foreach (var column in columns) table.Columns.Add(column.Name, column.Type);
        table.PrimaryKey = [table.Columns[0]];
        return table;
    }
}
