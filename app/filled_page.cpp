#include "filled_page.hpp"

#include "pentocity/input/user_error.hpp"
#include "pentocity/web/fill_page.hpp"

namespace pentocity::app {

std::string filled_page(std::string_view name, std::string_view page,
                        std::initializer_list<std::pair<std::string_view, std::string_view>> data) {
  if (page.empty())
    throw UserError(
        "this program has no {} page: it was built without Node.js and npm, or without a network to fetch esbuild; "
        "install nodejs and npm (scripts/install-dependencies web) and build it anew",
        name);
  return web::fill_page(page, data);
}

}  // namespace pentocity::app
