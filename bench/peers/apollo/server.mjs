// Apollo Server with dataloader and the AWS SDK, its loaders grouped by receipt.
//
// The way of https://www.apollographql.com/docs/apollo-server/data/fetching-data: data sources with loaders in the
// context of each request; and of https://github.com/graphql/dataloader.
import { ApolloServer } from "@apollo/server";
import DataLoader from "dataloader";
import { connect } from "./reads.mjs";

const typeDefs = `
  type Query { image(imageId: ID!): Image }
  type Image { imageId: ID! width: Int! height: Int! receipts: [Receipt!]! }
  type Receipt { receiptId: Int! width: Int! height: Int! lines: [ReceiptLine!]! }
  type ReceiptLine { lineId: Int! text: String! confidence: Float! boundingBox: BoundingBox! words: [ReceiptWord!]! }
  type ReceiptWord { wordId: Int! text: String! confidence: Float! boundingBox: BoundingBox! labels: [ReceiptWordLabel!]! }
  type ReceiptWordLabel { label: String! validationStatus: String! reasoning: String }
  type BoundingBox { x: Float! y: Float! width: Float! height: Float! }
`;

const place = (item) => item.SK.split("#");
const text = (name, key, number, item) => ({
  [name]: number,
  key: [...key, number],
  text: item.text,
  confidence: item.confidence,
  boundingBox: item.bounding_box,
});

const resolvers = {
  Query: {
    image: async (_, { imageId }, { reads }) => {
      const { width, height } = await reads.image(imageId);
      return { imageId, width, height };
    },
  },
  Image: {
    receipts: async ({ imageId }, _, { reads }) =>
      (await reads.receipts(imageId)).map((item) => {
        const receiptId = Number(place(item)[1]);
        return { receiptId, key: [imageId, receiptId], width: item.width, height: item.height };
      }),
  },
  Receipt: {
    lines: async ({ key }, _, { lines }) =>
      (await lines.load(key)).map((item) => text("lineId", key, Number(place(item)[3]), item)),
  },
  ReceiptLine: {
    words: async ({ key }, _, { words }) =>
      (await words.load(key)).map((item) => text("wordId", key, Number(place(item)[5]), item)),
  },
  ReceiptWord: {
    labels: async ({ key }, _, { labels }) =>
      (await labels.load(key)).map((item) => ({
        label: place(item)[7],
        validationStatus: item.validation_status,
        reasoning: item.reasoning,
      })),
  },
};

/** The loaders of one request: words and labels of a receipt come together, and once. */
function loaders(reads) {
  const contents = new Map();
  const contentsOf = (key) => {
    const receipt = `${key[0]}#${key[1]}`;
    if (!contents.has(receipt)) contents.set(receipt, reads.contents(key[0], key[1]));
    return contents.get(receipt);
  };
  const below = (kind) => async (keys) => {
    const found = await Promise.all(keys.map(contentsOf));
    return keys.map((key, at) => found[at][kind].get(key.slice(2).join("#")) ?? []);
  };
  const cacheKeyFn = (key) => key.join("#");
  return {
    reads,
    lines: new DataLoader((keys) => Promise.all(keys.map((key) => reads.lines(...key))), { cacheKeyFn }),
    words: new DataLoader(below("words"), { cacheKeyFn }),
    labels: new DataLoader(below("labels"), { cacheKeyFn }),
  };
}

export function makePeer(endpoint, tables, requestHandler, { projects }) {
  const reads = connect(endpoint, tables.receipts, requestHandler, projects);
  const server = new ApolloServer({ typeDefs, resolvers, introspection: false });
  return async (event) => {
    const { query, variables } = JSON.parse(event);
    const answer = await server.executeOperation({ query, variables }, { contextValue: loaders(reads) });
    const { data, errors } = answer.body.singleResult;
    if (errors) throw new Error(JSON.stringify(errors));
    return JSON.stringify({ data });
  };
}
