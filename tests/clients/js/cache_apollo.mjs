// Apollo's normalised cache.
import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { ApolloLink } from "@apollo/client/link";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { OperationTypeNode } from "graphql";

export function apollo({ settings, socket }) {
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies: { Sweep: { keyFields: ["sweepId"] } } }),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      new HttpLink({ uri: settings.url, headers: { "x-api-key": settings.apiKey } }),
    ),
  });
  return {
    load: async ({ query, variables }) => (await client.query({ query: gql(query), variables })).data,
    read: ({ query, variables }) => client.readQuery({ query: gql(query), variables }),
    listen: ({ query, variables }, next, fail) =>
      client
        .subscribe({ query: gql(query), variables })
        .subscribe({ next: ({ data, error }) => (error ? fail(error) : next(data)), error: fail }),
  };
}
