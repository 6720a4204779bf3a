// Stands in for @aws-appsync/utils: what our resolvers use of it, and nothing that AppSync would not have.
export class Refused extends Error {
  constructor(message, type, data, info) {
    super(message);
    this.told = { message, errorType: type ?? null, data: data ?? null, errorInfo: info ?? null };
  }
}

export const appended = [];

export const util = {
  error(message, type, data, info) {
    throw new Refused(message, type, data, info);
  },
  appendError(message, type, data, info) {
    appended.push({ message, errorType: type ?? null, data: data ?? null, errorInfo: info ?? null });
  },
};

export class EarlyReturn extends Error {
  constructor(value) {
    super('it returned early');
    this.value = value;
  }
}

export const runtime = {
  earlyReturn(value) {
    if (value === null || value === undefined) {
      throw new Refused('Runtime Error', 'Code'); // as AppSync fails with it
    }
    throw new EarlyReturn(value);
  },
};

export const filters = [];

export const extensions = {
  setSubscriptionFilter(filter) {
    filters.push(filter);
  },
};
