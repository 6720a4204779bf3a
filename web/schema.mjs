// The API's schema as tools read it: AppSync defines scalars and directives that a schema uses but may not declare.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const APPSYNC = `
scalar AWSDate
scalar AWSTime
scalar AWSDateTime
scalar AWSTimestamp
scalar AWSEmail
scalar AWSJSON
scalar AWSPhone
scalar AWSURL
scalar AWSIPAddress
directive @aws_api_key on OBJECT | FIELD_DEFINITION
directive @aws_iam on OBJECT | FIELD_DEFINITION
directive @aws_oidc on OBJECT | FIELD_DEFINITION
directive @aws_lambda on OBJECT | FIELD_DEFINITION
directive @aws_cognito_user_pools(cognito_groups: [String]) on OBJECT | FIELD_DEFINITION
directive @aws_auth(cognito_groups: [String]) on FIELD_DEFINITION
directive @aws_subscribe(mutations: [String]) on FIELD_DEFINITION
`;

/** `schema.graphql` of the repository, as it is deployed. */
export const deployed = readFileSync(fileURLToPath(new URL("../schema.graphql", import.meta.url)), "utf8");

/** The same with AppSync's own definitions in front. */
export const schema = APPSYNC + deployed;
