// A player over lines of JSON, in Rust without crates: the site where most edges of the building touch something, the shortest
// road to it, and for a residence a park and a pond. To make the player your own, change `choose` and `answer`.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// A cell of the land: side * row + column.
type Cell = usize;
type Place = (usize, usize);

/// The land: what stands on it, and what can be built.
struct Land {
    side: usize,
    kinds: Vec<String>,
    beside: Vec<Vec<Cell>>,
}

impl Land {
    fn new(side: usize) -> Land {
        let beside = |cell: Cell| {
            let (row, column) = (cell / side, cell % side);
            let mut out = Vec::new();
            if column + 1 < side { out.push(cell + 1); }
            if column > 0 { out.push(cell - 1); }
            if row + 1 < side { out.push(cell + side); }
            if row > 0 { out.push(cell - side); }
            out
        };
        Land { side, kinds: vec!["empty".to_string(); side * side], beside: (0..side * side).map(beside).collect() }
    }

    /// Takes what a message says was placed.
    fn note(&mut self, placed: &[Json]) {
        for part in placed {
            for (row, column) in places(part.get("cells")) {
                self.kinds[self.side * row + column] = part.get("kind").text().to_string();
            }
        }
    }

    fn is_empty(&self, cell: Cell) -> bool { self.kinds[cell] == "empty" }
    fn touches(&self, cell: Cell, kind: &str) -> bool { self.beside[cell].iter().any(|&other| self.kinds[other] == kind) }
    /// Whether a building on this cell needs no road, and a road may begin here: at the border, or beside a road.
    fn is_served(&self, cell: Cell) -> bool { self.beside[cell].len() < 4 || self.touches(cell, "road") }

    /// All cells that can be reached from these through cells for which `open` holds, each with the one from which it is
    /// reached; these first, then the nearer ones before the farther ones.
    fn reached(&self, from: &[Cell], open: impl Fn(Cell) -> bool) -> (Vec<Cell>, HashMap<Cell, Cell>) {
        let mut before: HashMap<Cell, Cell> = from.iter().map(|&cell| (cell, cell)).collect();
        let mut order = from.to_vec();
        let mut next = 0;
        while next < order.len() {
            let cell = order[next];
            next += 1;
            for &other in &self.beside[cell] {
                if open(other) && !before.contains_key(&other) {
                    before.insert(other, cell);
                    order.push(other);
                }
            }
        }
        (order, before)
    }

    /// The legal sites that a road can reach, row by row.
    fn sites(&self, request: &Json) -> Vec<Site> {
        let side = self.side;
        let other = if request.get("type").text() == "residence" { "factory" } else { "residence" };
        let rotations: Vec<Vec<Place>> = request.get("rotations").list().iter().map(places).collect();
        let heads: Vec<Cell> = (0..side * side).filter(|&cell| self.is_empty(cell) && self.is_served(cell)).collect();
        let (_, reached) = self.reached(&heads, |cell| self.is_empty(cell));
        let free: Vec<bool> = (0..side * side).map(|cell| reached.contains_key(&cell) && !self.touches(cell, other)).collect();
        let mut out = Vec::new();
        for row in 0..side {
            for column in 0..side {
                for (rotation, shape) in rotations.iter().enumerate() {
                    let fits = |&(r, c): &Place| row + r < side && column + c < side && free[side * (row + r) + column + c];
                    if shape.iter().all(fits) {
                        let cells = shape.iter().map(|(r, c)| side * (row + r) + column + c).collect();
                        out.push(Site { rotation, location: (row, column), cells });
                    }
                }
            }
        }
        out
    }

    /// How many edges of these empty cells touch the border or what is built.
    fn touching(&self, cells: &[Cell]) -> usize {
        cells.iter().map(|&cell| 4 - self.beside[cell].iter().filter(|&&other| self.is_empty(other)).count()).sum()
    }

    /// The cells of a shortest road to a building, none if it needs none.
    fn road(&self, building: &[Cell]) -> Vec<Cell> {
        let (order, before) = self.reached(building, |cell| self.is_empty(cell));
        let mut at = *order.iter().find(|&&cell| self.is_served(cell)).expect("sites() gives none without a road");
        let mut road = Vec::new();
        while before[&at] != at {
            road.push(at);
            at = before[&at];
        }
        road
    }

    /// A new park or pond (`water`) for a building, four cells in one piece, without those taken; none if it touches one already.
    fn amenity(&self, kind: &str, building: &[Cell], taken: &[Cell]) -> Vec<Cell> {
        let around = |cells: &[Cell]| -> Vec<Cell> { cells.iter().flat_map(|&cell| self.beside[cell].clone()).collect() };
        let is_large = |cell: Cell| self.reached(&[cell], |other| self.kinds[other] == kind).0.len() >= 4;
        if around(building).into_iter().any(|cell| self.kinds[cell] == kind && is_large(cell)) { return Vec::new(); }
        let mut out: Vec<Cell> = Vec::new();
        while out.len() < 4 {
            let open = |cell: &Cell| self.is_empty(*cell) && !taken.contains(cell) && !out.contains(cell);
            let places = around(if out.is_empty() { building } else { &out }).into_iter().filter(open);
            match places.rev().max_by_key(|&cell| self.touching(&[cell])) {  // the first of several
                Some(cell) => out.push(cell),
                None => return Vec::new(),
            }
        }
        out
    }
}

/// Where a building can stand.
struct Site {
    rotation: usize,
    location: Place,
    cells: Vec<Cell>,
}

struct Plain {
    land: Land,
}

impl Plain {
    /// One of the sites, or none to reject the request.
    fn choose(&self, request: &Json) -> Option<Site> {
        let mut best = None;
        let mut most = 0;
        for site in self.land.sites(request) {
            let touching = self.land.touching(&site.cells) + 1;
            if touching > most {
                most = touching;
                best = Some(site);
            }
        }
        best
    }

    /// The answer, without the number of the turn.
    fn answer(&self, request: &Json) -> String {
        let site = match self.choose(request) {
            Some(site) => site,
            None => return "\"accept\":false".to_string(),
        };
        let road = self.land.road(&site.cells);
        let mut taken = [site.cells.clone(), road.clone()].concat();
        let is_residence = request.get("type").text() == "residence";
        let amenity = |kind, taken: &[Cell]| if is_residence { self.land.amenity(kind, &site.cells, taken) } else { Vec::new() };
        let park = amenity("park", &taken);
        taken.extend(&park);
        let water = amenity("water", &taken);
        let side = self.land.side;
        let cells = |list: &[Cell]| {
            let texts: Vec<String> = list.iter().map(|cell| format!("[{},{}]", cell / side, cell % side)).collect();
            format!("[{}]", texts.join(","))
        };
        let (row, column) = site.location;
        let (rotation, road, park, water) = (site.rotation, cells(&road), cells(&park), cells(&water));
        format!("\"accept\":true,\"rotation\":{rotation},\"location\":[{row},{column}],\"road\":{road},\"park\":{park},\"water\":{water}")
    }
}

/// The cells [row, column] of a list.
fn places(list: &Json) -> Vec<Place> {
    list.list().iter().map(|cell| (cell.list()[0].number() as usize, cell.list()[1].number() as usize)).collect()
}

/// What a message holds. It comes from Pentocity, so that nothing else is expected than what the protocol says.
enum Json {
    Null,  // or a truth value, of which none is needed
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Map(Vec<(String, Json)>),
}

impl Json {
    fn find(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Map(entries) => entries.iter().find(|entry| entry.0 == key).map(|entry| &entry.1),
            _ => None,
        }
    }
    fn get(&self, key: &str) -> &Json { self.find(key).unwrap_or(&Json::Null) }
    fn number(&self) -> f64 { if let Json::Number(value) = self { *value } else { 0.0 } }
    fn text(&self) -> &str { if let Json::Text(value) = self { value } else { "" } }
    fn list(&self) -> &[Json] { if let Json::List(value) = self { value } else { &[] } }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next byte that is no space, comma or colon.
    fn next(&mut self) -> u8 {
        while matches!(self.text[self.at], b' ' | b'\t' | b',' | b':') { self.at += 1; }
        self.text[self.at]
    }

    fn value(&mut self) -> Json {
        match self.next() {
            b'{' => {
                self.at += 1;
                let mut entries = Vec::new();
                while self.next() != b'}' {
                    let key = self.string();
                    entries.push((key, self.value()));
                }
                self.at += 1;
                Json::Map(entries)
            }
            b'[' => {
                self.at += 1;
                let mut values = Vec::new();
                while self.next() != b']' { values.push(self.value()); }
                self.at += 1;
                Json::List(values)
            }
            b'"' => Json::Text(self.string()),
            _ => {
                let begin = self.at;
                while self.at < self.text.len() && !matches!(self.text[self.at], b',' | b'}' | b']' | b' ') { self.at += 1; }
                let word = String::from_utf8_lossy(&self.text[begin..self.at]);
                word.parse().map_or(Json::Null, Json::Number)
            }
        }
    }

    /// A text; an escaped character of it stays as it is written.
    fn string(&mut self) -> String {
        let begin = self.at + 1;
        self.at = begin;
        while self.text[self.at] != b'"' { self.at += if self.text[self.at] == b'\\' { 2 } else { 1 }; }
        self.at += 1;
        String::from_utf8_lossy(&self.text[begin..self.at - 1]).into_owned()
    }
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{line}")?;
    out.flush()
}

fn main() -> io::Result<()> {
    let mut player: Option<Plain> = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let message = Reader { text: line.as_bytes(), at: 0 }.value();
        if message.find("end").is_some() { break; }
        match &mut player {
            None => {
                player = Some(Plain { land: Land::new(message.get("side").number() as usize) });
                say(r#"{"ready":true,"name":"plain"}"#)?;
            }
            Some(player) => {
                player.land.note(message.get("placed").list());
                let turn = message.get("turn").number();
                say(&format!("{{\"turn\":{turn},{}}}", player.answer(message.get("request"))))?;
            }
        }
    }
    Ok(())
}
