namespace Fastser.Generator { }
