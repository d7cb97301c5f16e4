// The canonical text of each value of a list, by an RFC 8785 serialiser that is not ours.
import canonicalize from "canonicalize";
import { readFileSync } from "node:fs";

const values = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(values.map((value) => canonicalize(value))));
