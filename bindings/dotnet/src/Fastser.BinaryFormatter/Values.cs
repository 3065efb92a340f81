// SPDX-License-Identifier: MIT
//
// Values as the fields that they go to want them: numbers of a narrower type, enums, texts of SOAP.
using System;
using System.Globalization;
using System.Xml;

namespace Fastser.Migration;

internal static class Values
{
    /// <summary>The value as a value of the target, if it is one or always fits.</summary>
    internal static object? Fit(object? value, Type target)
    {
        if (value == null)
        {
            if (!target.IsValueType || Nullable.GetUnderlyingType(target) != null) return null;
            throw new FastserException(FastserStatus.TypeMismatch, "null for a " + target);
        }
        target = Nullable.GetUnderlyingType(target) ?? target;
        if (target.IsInstanceOfType(value)) return value;
        if (target.IsEnum && Enum.GetUnderlyingType(target) == (value.GetType().IsEnum ? Enum.GetUnderlyingType(value.GetType()) : value.GetType())) return Enum.ToObject(target, value);
        if (Widens(Type.GetTypeCode(value.GetType()), Type.GetTypeCode(target)) && !value.GetType().IsEnum && !target.IsEnum)
            return Convert.ChangeType(value, target, CultureInfo.InvariantCulture);
        throw new FastserException(FastserStatus.TypeMismatch, "a " + value.GetType() + " for a " + target);
    }

    private static bool Widens(TypeCode from, TypeCode to) => (from, to) switch
    {
        (TypeCode.Byte, TypeCode.Int16 or TypeCode.UInt16 or TypeCode.Int32 or TypeCode.UInt32 or TypeCode.Int64 or TypeCode.UInt64) => true,
        (TypeCode.SByte, TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64) => true,
        (TypeCode.Int16, TypeCode.Int32 or TypeCode.Int64) => true,
        (TypeCode.UInt16, TypeCode.Int32 or TypeCode.UInt32 or TypeCode.Int64 or TypeCode.UInt64) => true,
        (TypeCode.Int32, TypeCode.Int64 or TypeCode.Double) => true,
        (TypeCode.UInt32, TypeCode.Int64 or TypeCode.UInt64 or TypeCode.Double) => true,
        (TypeCode.Single, TypeCode.Double) => true,
        _ => false,
    };

    /// <summary>A text of SOAP as a value of a type.</summary>
    internal static object? Parse(string text, Type target)
    {
        target = Nullable.GetUnderlyingType(target) ?? target;
        if (target == typeof(string) || target == typeof(object)) return text;
        if (target.IsEnum) return Enum.Parse(target, text.Trim());
        if (target == typeof(char)) return text.Length == 1 ? text[0] : XmlConvert.ToChar(text);
        if (target == typeof(DateTime)) return XmlConvert.ToDateTime(text.Trim(), XmlDateTimeSerializationMode.RoundtripKind);
        if (target == typeof(TimeSpan)) return XmlConvert.ToTimeSpan(text.Trim().TrimEnd('T'));  // Mono wrote P1DT.
        if (target == typeof(bool)) return XmlConvert.ToBoolean(text.Trim().ToLowerInvariant());
        if (target == typeof(float)) return XmlConvert.ToSingle(text.Trim());
        if (target == typeof(double)) return XmlConvert.ToDouble(text.Trim());
        if (target == typeof(byte[])) return Convert.FromBase64String(text);
        if (target.IsPrimitive || target == typeof(decimal)) return Convert.ChangeType(text.Trim(), target, CultureInfo.InvariantCulture);
        throw new FastserException(FastserStatus.TypeMismatch, "a text for a " + target);
    }
}
