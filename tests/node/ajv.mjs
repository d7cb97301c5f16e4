// Verdicts of Ajv: [{dialect, schema, instances}] -> [[true, false, …]], or text where Ajv refuses the schema.
import Ajv2020 from "ajv/dist/2020.js";
import Ajv07 from "ajv";
import Ajv04 from "ajv-draft-04";
import { readFileSync } from "node:fs";

const makers = { "2020-12": Ajv2020.default, "draft-07": Ajv07.default, "draft-04": Ajv04.default };
const asked = JSON.parse(readFileSync(0, "utf8"));
const judged = asked.map(({ dialect, schema, instances }) => {
  const ajv = new makers[dialect]({ strict: false, validateFormats: false, logger: false });
  try {
    const validate = ajv.compile(schema);
    return instances.map((instance) => validate(instance));
  } catch (error) {
    return String(error.message);
  }
});
process.stdout.write(JSON.stringify(judged));
