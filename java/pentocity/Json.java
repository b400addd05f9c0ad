package pentocity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a line of the protocol, a value of JSON: an object as Map, an array as List, and String, Double, Boolean or null.
 * What it reads comes from Pentocity, so it need not find what is wrong.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) { this.text = text; }

    static Object read(String text) { return new Json(text).value(); }

    private Object value() {
        switch (next()) {
            case '{': {
                Map<String, Object> out = new LinkedHashMap<>();
                for (++at; next() != '}'; separator()) {
                    String key = string();
                    next();
                    ++at;  // the colon
                    out.put(key, value());
                }
                ++at;
                return out;
            }
            case '[': {
                List<Object> out = new ArrayList<>();
                for (++at; next() != ']'; separator()) out.add(value());
                ++at;
                return out;
            }
            case '"': return string();
            case 't': at += 4; return true;
            case 'f': at += 5; return false;
            case 'n': at += 4; return null;
            default: {
                int begin = at;
                while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) ++at;
                return Double.valueOf(text.substring(begin, at));
            }
        }
    }

    private char next() {
        while (text.charAt(at) == ' ') ++at;
        return text.charAt(at);
    }

    private void separator() {
        if (next() == ',') ++at;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        for (++at; text.charAt(at) != '"'; ++at) {
            char c = text.charAt(at);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = text.charAt(++at);
            if (c == 'u') {
                out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                at += 4;
            } else {
                int special = "bfnrt".indexOf(c);
                out.append(special < 0 ? c : "\b\f\n\r\t".charAt(special));
            }
        }
        ++at;
        return out.toString();
    }

    /** A text as JSON. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray())
            if (c < ' ' || c == '"' || c == '\\') out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        return out.append('"').toString();
    }
}
