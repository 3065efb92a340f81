// SPDX-License-Identifier: MIT
//
// The attributes of rivals that are not there, so that the models need no conditions. They do nothing.
using System;

#if !RIVAL_MEMORYPACK
namespace MemoryPack
{
    internal enum GenerateType { Object, CircularReference }
    internal sealed class MemoryPackableAttribute(GenerateType type = GenerateType.Object) : Attribute
    {
        public GenerateType Type => type;
    }
    internal sealed class MemoryPackOrderAttribute(int order) : Attribute { public int Order => order; }
}
#endif

#if !RIVAL_MESSAGEPACK
namespace MessagePack
{
    internal sealed class MessagePackObjectAttribute : Attribute { }
    internal sealed class KeyAttribute(int key) : Attribute { public int Key => key; }
}
#endif

#if !RIVAL_NERDBANK
namespace Nerdbank.MessagePack
{
    internal sealed class KeyAttribute(int key) : Attribute { public int Key => key; }
}

namespace PolyType
{
    internal sealed class GenerateShapeAttribute : Attribute { }
}
#endif

#if !RIVAL_PROTOBUF_NET
namespace ProtoBuf
{
    internal sealed class ProtoContractAttribute : Attribute { }
    internal sealed class ProtoMemberAttribute(int tag) : Attribute
    {
        public int Tag => tag;
        public bool IsPacked { get; set; }
    }
}
#endif

#if !RIVAL_ORLEANS
namespace Orleans
{
    internal sealed class GenerateSerializerAttribute : Attribute { }
    internal sealed class IdAttribute(uint id) : Attribute { public uint Id => id; }
}
#endif

#if !RIVAL_FORY
namespace Apache.Fory
{
    internal sealed class ForyStructAttribute : Attribute { }
}
#endif
