namespace Fastser.Tests;
public class T { [Xunit.Fact] public void Builds() => Xunit.Assert.NotNull(new FastSerializableAttribute().GetType()); }
