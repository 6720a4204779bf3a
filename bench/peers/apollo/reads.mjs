// How a careful program reads the receipts table with the AWS SDK: the indexes that fit, and only what is shown; or, as
// tutorials do, whole items.
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const names = { "#type": "TYPE", "#text": "text" };
const shownText = { ProjectionExpression: "SK, #type, #text, confidence, bounding_box", ExpressionAttributeNames: names };
const shownContents = { ...shownText, ProjectionExpression: `${shownText.ProjectionExpression}, validation_status, reasoning` };
const padded = (number) => String(number).padStart(5, "0");

export function connect(endpoint, table, requestHandler, projects) {
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials, requestHandler });
  const documents = DynamoDBDocumentClient.from(client);
  const ReturnConsumedCapacity = "TOTAL";

  async function query(index, partition, prefix, options) {
    const items = [];
    let ExclusiveStartKey;
    do {
      const page = await documents.send(
        new QueryCommand({
          TableName: table,
          IndexName: index,
          KeyConditionExpression: `${index}PK = :partition AND begins_with(${index}SK, :prefix)`,
          ExpressionAttributeValues: { ":partition": partition, ":prefix": prefix },
          ExclusiveStartKey,
          ReturnConsumedCapacity,
          ...(projects ? options : {}),
        }),
      );
      items.push(...page.Items);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return items;
  }

  return {
    async image(imageId) {
      const Key = { PK: `IMAGE#${imageId}`, SK: "IMAGE" };
      return (await documents.send(new GetCommand({ TableName: table, Key, ReturnConsumedCapacity }))).Item;
    },
    receipts: (imageId) =>
      query("GSI1", `IMAGE#${imageId}`, "RECEIPT#", { ProjectionExpression: "SK, width, height" }),
    async lines(imageId, receiptId) {
      const found = await query("GSI3", `IMAGE#${imageId}#RECEIPT#${padded(receiptId)}`, "LINE", shownText);
      return found.sort((one, other) => (one.SK < other.SK ? -1 : 1));
    },
    /** Words and labels without the letters between them: one range of an index has both. */
    async contents(imageId, receiptId) {
      const found = await query("GSI2", "RECEIPT", `IMAGE#${imageId}#RECEIPT#${padded(receiptId)}#`, shownContents);
      const words = new Map();
      const labels = new Map();
      for (const item of found) {
        const [, , , line, , word] = item.SK.split("#");
        if (item.TYPE === "RECEIPT_WORD") add(words, `${Number(line)}`, item);
        else if (item.TYPE === "RECEIPT_WORD_LABEL") add(labels, `${Number(line)}#${Number(word)}`, item);
      }
      return { words, labels };
    },
  };
}

function add(map, key, item) {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
