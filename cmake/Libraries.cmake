# The libraries from elsewhere that the layers use.
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost's own file tells where it is, not CMake's
endif()
find_package(Boost 1.74 REQUIRED COMPONENTS filesystem)
find_package(fmt 9 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_package(pugixml REQUIRED)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(libsodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(libseccomp REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(cpp_httplib REQUIRED IMPORTED_TARGET cpp-httplib)
find_package(OpenSSL REQUIRED)
target_link_libraries(PkgConfig::cpp_httplib INTERFACE OpenSSL::Crypto)  # its headers call it, from version 0.16 on
if(NOT TARGET yaml-cpp::yaml-cpp)  # its name before version 0.8
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
