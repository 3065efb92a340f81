// SPDX-License-Identifier: MIT
//
// Finds the native library, once, and checks that it is one that this assembly can call. The runtime's
// own search comes first. Where that has no result: beside the program, with the name that the system
// does not try by itself, and in runtimes/{rid}/native, which .NET Framework and Mono know nothing of.
// FASTSER_NATIVE_PATH, a file or a folder, comes before all.
//
// What goes wrong is one error that says all there is to know, and the same at every later call.
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
#if NET8_0_OR_GREATER
using System.Reflection;
#endif

namespace Fastser.Native;

internal static class NativeLoader
{
    private const int AbiVersion = 1;
    private const string Override = "FASTSER_NATIVE_PATH";

    private static readonly List<string> s_tried = new();
    private static readonly FastserException? s_failure = Load();

    /// <summary>Throws where there is no library, or one of another version.</summary>
    public static void Require()
    {
        if (s_failure != null)
        {
            throw new FastserException(s_failure.Status, Reason ?? s_failure.Message);
        }
    }

    /// <summary>Whether there is a library to call.</summary>
    public static bool IsThere => s_failure == null;

    private static string? Reason { get; set; }

    private static FastserException? Load()
    {
        try
        {
            Prepare();
            var version = AskVersion();
            return version == AbiVersion
                ? null
                : Fail(FastserStatus.BadVersion, "the native library that was found has ABI version " + version);
        }
        catch (DllNotFoundException e)
        {
            return Fail(FastserStatus.Io, "the native library of Fastser was not found: " + e.Message);
        }
        catch (BadImageFormatException e)
        {
            return Fail(FastserStatus.Io, "the native library that was found is for another system: " + e.Message);
        }
        catch (EntryPointNotFoundException e)
        {
            return Fail(FastserStatus.BadVersion, "the native library that was found is another one: " + e.Message);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int AskVersion() => NativeMethods.fastser_abi_version();

    private static FastserException Fail(FastserStatus status, string message)
    {
        Reason = message + ". System: " + Rid + "; needed: ABI version " + AbiVersion + "; looked for: "
            + (s_tried.Count == 0 ? "the runtime's own places" : string.Join(", ", s_tried))
            + ". The NuGet package Fastser has it in runtimes/" + Rid + "/native; " + Override
            + " names a file or folder instead. FastserEngine.Managed does without it.";
        return new FastserException(status, Reason);
    }

    /// <summary>"linux-x64" and so on, as the folders of a package are called.</summary>
    internal static string Rid
    {
        get
        {
            var system = RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? "win"
                : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? "osx"
                : IsMusl ? "linux-musl" : "linux";
            return system + "-" + RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
        }
    }

    private static bool IsMusl => File.Exists("/lib/ld-musl-x86_64.so.1") || File.Exists("/lib/ld-musl-aarch64.so.1");

    private static string FileName =>
        RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? NativeMethods.Library + ".dll"
        : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? "lib" + NativeMethods.Library + ".dylib"
        : "lib" + NativeMethods.Library + ".so";

    private static string? OverridePath
    {
        get
        {
            var path = Environment.GetEnvironmentVariable(Override);
            if (string.IsNullOrEmpty(path)) return null;
            return Directory.Exists(path) ? Path.Combine(path, FileName) : path;
        }
    }

    private static IEnumerable<string> Places(string folder)
    {
        yield return Path.Combine(folder, FileName);
        yield return Path.Combine(folder, "runtimes", Rid, "native", FileName);
    }

#if NET8_0_OR_GREATER
    private static void Prepare() => NativeLibrary.SetDllImportResolver(typeof(NativeLoader).Assembly, Resolve);

    private static IntPtr Resolve(string name, Assembly assembly, DllImportSearchPath? search)
    {
        if (name != NativeMethods.Library) return IntPtr.Zero;
        var named = OverridePath;
        if (named != null)
        {
            s_tried.Add(named);
            return NativeLibrary.Load(named);
        }
        if (NativeLibrary.TryLoad(name, assembly, search, out var library)) return library;
        s_tried.Add("the runtime's own places");
        foreach (var place in Places(AppContext.BaseDirectory))
        {
            s_tried.Add(place);
            if (NativeLibrary.TryLoad(place, out library)) return library;
        }
        return IntPtr.Zero;
    }
#else
    // Mono looks for the functions that a method calls when it compiles the method: before that one could
    // see to it that they are found. So the library is loaded with the assembly.
#pragma warning disable CA2255
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void Early()
    {
        try
        {
            Prepare();
        }
        catch (Exception)
        {
            // Whoever needs the library will ask again, and be told.
        }
        s_tried.Clear();
    }

    // Here a library is found by its name once it was loaded by its path.
    private static void Prepare()
    {
        var named = OverridePath;
        if (named != null)
        {
            s_tried.Add(named);
            if (!Open(named)) throw new DllNotFoundException(named);
            return;
        }
        var own = Path.GetDirectoryName(typeof(NativeLoader).Assembly.Location);
        foreach (var folder in new[] { AppDomain.CurrentDomain.BaseDirectory, own })
        {
            if (string.IsNullOrEmpty(folder)) continue;
            foreach (var place in Places(folder!))
            {
                if (s_tried.Contains(place)) continue;
                s_tried.Add(place);
                if (File.Exists(place) && Open(place)) return;
            }
        }
        s_tried.Add("the runtime's own places");
    }

    // Each function in a method of its own: Mono looks for those of a whole method when it compiles that.
    private static bool Open(string path)
    {
        if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows)) return OpenOnWindows(path);
        if (RuntimeInformation.IsOSPlatform(OSPlatform.OSX)) return OpenOnMacos(path);
        try
        {
            return OpenByLibdl(path);
        }
        catch (DllNotFoundException)
        {
            return OpenByLibc(path);  // newer C libraries have dlopen themselves
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool OpenOnWindows(string path) => LoadLibraryW(path) != IntPtr.Zero;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool OpenOnMacos(string path) => dlopen_of_macos(path, Now) != IntPtr.Zero;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool OpenByLibdl(string path) => dlopen_of_libdl(path, Now | Global) != IntPtr.Zero;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool OpenByLibc(string path) => dlopen_of_libc(path, Now | Global) != IntPtr.Zero;

    private const int Now = 2;
    private const int Global = 0x100;

    [DllImport("kernel32", CharSet = CharSet.Unicode, ExactSpelling = true)]
    private static extern IntPtr LoadLibraryW(string path);
    [DllImport("libdl.so.2", EntryPoint = "dlopen", ExactSpelling = true)]
    private static extern IntPtr dlopen_of_libdl(string path, int flags);
    [DllImport("libc", EntryPoint = "dlopen", ExactSpelling = true)]
    private static extern IntPtr dlopen_of_libc(string path, int flags);
    [DllImport("/usr/lib/libSystem.B.dylib", EntryPoint = "dlopen", ExactSpelling = true)]
    private static extern IntPtr dlopen_of_macos(string path, int flags);
#endif
}
