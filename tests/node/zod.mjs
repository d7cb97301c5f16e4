// For each tools/list result of a list: null if the SDK's Zod type takes it, else what it says.
import { ListToolsResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { readFileSync } from "node:fs";

const results = JSON.parse(readFileSync(0, "utf8"));
const judged = results.map((result) => {
  const parsed = ListToolsResultSchema.safeParse(result);
  return parsed.success ? null : JSON.stringify(parsed.error.issues.slice(0, 3));
});
process.stdout.write(JSON.stringify(judged));
