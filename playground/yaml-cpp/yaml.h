#pragma once
// Stands in for yaml-cpp, which the toolchain has not: the nodes that pentocity/input/yaml.hpp is made with. The page
// itself reads YAML, and gives the tree as JSON (../src/yaml_of_json.cpp).

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace YAML {

/// A place in a text; line and column count from 0.
struct Mark {
  int line = -1, column = -1;
  bool is_null() const { return line < 0; }
};

enum class Type { null, scalar, sequence, map };

/// What a node is. The members of a sequence have no value.
struct Content {
  Type type = Type::null;
  YAML::Mark mark;
  std::string text;
  bool quoted = false;
  std::vector<std::pair<std::shared_ptr<const Content>, std::shared_ptr<const Content>>> members = {};
};

class Iterator;

class Node {
 public:
  explicit Node(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

  bool IsDefined() const { return content_ != nullptr; }
  bool IsNull() const { return content_->type == Type::null; }
  bool IsScalar() const { return content_->type == Type::scalar; }
  bool IsSequence() const { return content_->type == Type::sequence; }
  bool IsMap() const { return content_->type == Type::map; }
  /// `!` for a scalar in quotes.
  std::string Tag() const { return content_->quoted ? "!" : "?"; }
  const std::string& Scalar() const { return content_->text; }
  YAML::Mark Mark() const { return content_->mark; }
  Iterator begin() const;
  Iterator end() const;

 private:
  std::shared_ptr<const Content> content_;
};

/// What a loop over a node meets: the element of a sequence, or key and value of a map.
struct Member : Node {
  explicit Member(const decltype(Content::members)::value_type& member)
      : Node(member.first), first(member.first), second(member.second) {}
  Node first, second;
};

class Iterator {
 public:
  explicit Iterator(decltype(Content::members)::const_iterator at) : at_(at) {}
  Member operator*() const { return Member(*at_); }
  Iterator& operator++() {
    ++at_;
    return *this;
  }
  bool operator!=(const Iterator& other) const { return at_ != other.at_; }

 private:
  decltype(Content::members)::const_iterator at_;
};

inline Iterator Node::begin() const { return Iterator(content_->members.begin()); }
inline Iterator Node::end() const { return Iterator(content_->members.end()); }

}  // namespace YAML
