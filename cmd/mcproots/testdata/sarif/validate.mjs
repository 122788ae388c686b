// Reads a SARIF log from standard input and exits 1, with the reasons, when it
// doesn't conform to the schema of SARIF 2.1.0.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const Ajv = require("ajv-draft-04").default;
const addFormats = require("ajv-formats").default;

const schemaFile = new URL("node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json", import.meta.url);
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, "utf8")));
if (!validate(JSON.parse(readFileSync(0, "utf8")))) {
  for (const { instancePath, message } of validate.errors) console.error(`${instancePath}: ${message}`);
  process.exit(1);
}
