// A plugin of another version of the headers: nothing but its ABI tag may be looked at.
extern "C" __attribute__((visibility("default"))) const char* pentocity_abi() { return "pentocity-abi/0 gcc-abi/1"; }
extern "C" __attribute__((visibility("default"))) const void* pentocity_player() { __builtin_trap(); }
