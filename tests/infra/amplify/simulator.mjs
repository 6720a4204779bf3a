// Amplify's AppSync simulator with our schema, our routes and a Lambda that is called by HTTP. It takes its settings as
// one line of standard input, prints its address, and ends with its input.
//
//     node simulator.mjs <folder with node_modules>
//
// It runs no APPSYNC_JS: these templates say in VTL what infra/appsync says.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const load = createRequire(`${process.argv[2]}/`);
const { AmplifyAppSyncSimulator } = load('@aws-amplify/amplify-appsync-simulator');

const request = ({ type, field, isBatched }) => `{
  "version": "2018-05-29",
  "operation": "${isBatched ? 'BatchInvoke' : 'Invoke'}",
  "payload": {
    "envelope": true,
    "arguments": $util.toJson($ctx.args),
    "source": $util.toJson($ctx.source),
    "identity": $util.toJson($ctx.identity),
    "request": { "headers": {} },
    "info": {
      "fieldName": "${field}",
      "parentTypeName": "${type}",
      "variables": $util.toJson($ctx.info.variables),
      "selectionSetList": $util.toJson($ctx.info.selectionSetList),
      "selectionSetGraphQL": $util.toJson($ctx.info.selectionSetGraphQL)
    }
  }
}`;

const response = `
#if($ctx.error)
  $util.error($ctx.error.message, $ctx.error.type)
#end
#if($ctx.result.errorMessage)
  $util.error($ctx.result.errorMessage, $ctx.result.errorType, $ctx.result.data, $ctx.result.errorInfo)
#end
#foreach($each in $ctx.result.errors)
  $util.appendError($each.errorMessage, $each.errorType, null, $each.errorInfo)
#end
$util.toJson($ctx.result.data)`;

function configOf({ schema, key, lambda, fields }) {
  const modes = ['AMAZON_COGNITO_USER_POOLS', 'AWS_IAM', 'API_KEY'].map((each) => ({ authenticationType: each }));
  return {
    appSync: {
      name: 'tessera',
      apiKey: key,
      defaultAuthenticationType: modes[0],
      additionalAuthenticationProviders: modes.slice(1),
    },
    schema: { content: schema },
    dataSources: [{ type: 'AWS_LAMBDA', name: 'Lambda', invoke: (event) => invoke(lambda, event) }],
    resolvers: fields.map((each) => ({
      kind: 'UNIT',
      typeName: each.type,
      fieldName: each.field,
      dataSourceName: 'Lambda',
      requestMappingTemplate: request(each),
      responseMappingTemplate: response,
    })),
  };
}

async function invoke(lambda, event) {
  const answer = await fetch(lambda, { method: 'POST', body: JSON.stringify(event) });
  if (!answer.ok) {
    throw new Error(await answer.text());
  }
  return answer.json();
}

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  const simulator = new AmplifyAppSyncSimulator();
  simulator.init(configOf(JSON.parse(line)));
  // Its own `start` takes one of a thousand ports, on every interface.
  const server = simulator._server._operationServer.app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${server.address().port}/graphql\n`);
  });
});
lines.once('close', () => process.exit());
