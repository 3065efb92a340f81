// SPDX-License-Identifier: MIT
//
// A DataSet like the Northwind sample: customers, products, orders and their lines, made by arithmetic.
using System;
using System.Data;
using System.Globalization;

namespace Fastser.Tests.Seed;

public static class Northwind
{
    private static readonly string[] s_cities = ["Berlin", "London", "M\u00E9xico D.F.", "Lule\u00E5", "Madrid", "Nantes", "Torino", "Lisboa", "Graz", "Seattle"];
    private static readonly string[] s_countries = ["Germany", "UK", "Mexico", "Sweden", "Spain", "France", "Italy", "Portugal", "Austria", "USA"];

    public static DataSet Make(int orders = 830)
    {
        var set = new DataSet("Northwind") { Locale = CultureInfo.InvariantCulture };
        var customers = set.Tables.Add("Customers");
        var key = customers.Columns.Add("CustomerID", typeof(string));
        key.MaxLength = 5;
        foreach (var name in new[] { "CompanyName", "ContactName", "Address", "City", "Region", "Country", "Phone" }) customers.Columns.Add(name, typeof(string));
        customers.PrimaryKey = [key];
        for (var i = 0; i < 91; i++)
        {
            customers.Rows.Add(Id(i), "Company number " + i, "Contact " + (i * 7 % 91), i + " Main Street", s_cities[i % 10],
                i % 3 == 0 ? "Region " + (i % 5) : DBNull.Value, s_countries[i % 10], "(0" + (i % 9) + ") 555-" + (1000 + i * 37 % 9000));
        }
        var products = set.Tables.Add("Products");
        products.PrimaryKey = [products.Columns.Add("ProductID", typeof(int))];
        products.Columns.Add("ProductName", typeof(string));
        products.Columns.Add("QuantityPerUnit", typeof(string));
        products.Columns.Add("UnitPrice", typeof(decimal));
        products.Columns.Add("UnitsInStock", typeof(short));
        products.Columns.Add("Discontinued", typeof(bool));
        for (var i = 1; i <= 77; i++)
            products.Rows.Add(i, "Product " + i, (i % 12 + 1) + " boxes x " + (i % 20 + 1) + " bags", Price(i), (short)(i * 13 % 125), i % 11 == 0);
        var orderTable = set.Tables.Add("Orders");
        orderTable.PrimaryKey = [orderTable.Columns.Add("OrderID", typeof(int))];
        orderTable.Columns.Add("CustomerID", typeof(string));
        orderTable.Columns.Add("EmployeeID", typeof(int));
        orderTable.Columns.Add("OrderDate", typeof(DateTime));
        orderTable.Columns.Add("RequiredDate", typeof(DateTime));
        orderTable.Columns.Add("ShippedDate", typeof(DateTime));
        orderTable.Columns.Add("ShipVia", typeof(int));
        orderTable.Columns.Add("Freight", typeof(decimal));
        orderTable.Columns.Add("ShipName", typeof(string));
        orderTable.Columns.Add("ShipAddress", typeof(string));
        orderTable.Columns.Add("ShipCity", typeof(string));
        orderTable.Columns.Add("ShipCountry", typeof(string));
        var details = set.Tables.Add("Order Details");
        details.PrimaryKey = [details.Columns.Add("OrderID", typeof(int)), details.Columns.Add("ProductID", typeof(int))];
        details.Columns.Add("UnitPrice", typeof(decimal));
        details.Columns.Add("Quantity", typeof(short));
        details.Columns.Add("Discount", typeof(float));
        for (var i = 0; i < orders; i++)
        {
            var customer = i * 31 % 91;
            var date = new DateTime(1996, 7, 4).AddDays(i * 2 / 3);
            orderTable.Rows.Add(10248 + i, Id(customer), i % 9 + 1, date, date.AddDays(28), i % 40 == 0 ? DBNull.Value : date.AddDays(i % 30), i % 3 + 1,
                Price(i * 17), "Company number " + customer, customer + " Main Street", s_cities[customer % 10], s_countries[customer % 10]);
            for (var line = 0; line < i % 4 + 1; line++)
            {
                var product = (i * 5 + line * 19) % 77 + 1;
                details.Rows.Add(10248 + i, product, Price(product), (short)(i * line % 120 + 1), (i + line) % 5 * 0.05f);
            }
        }
        set.Relations.Add("CustomerOrders", customers.Columns["CustomerID"]!, orderTable.Columns["CustomerID"]!);
        set.Relations.Add("OrderLines", orderTable.Columns["OrderID"]!, details.Columns["OrderID"]!);
        set.Relations.Add("ProductLines", products.Columns["ProductID"]!, details.Columns["ProductID"]!);
        set.AcceptChanges();
        return set;
    }

    // A new string each time, as a database gives.
    private static string Id(int i) => new([(char)('A' + i % 26), (char)('A' + i / 26), 'C', 'O', (char)('A' + i * 7 % 26)]);

    private static decimal Price(int i) => new(i * 7919 % 20000, 0, 0, false, 2);
}
