import type { OperatorCall } from '#schemas/operator/operator-call.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import { operatorCardCalls } from '#schemas/operator/card-calls.ts';
import { certificateCalls } from '#schemas/operator/certificate-calls.ts';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { returnCalls } from '#schemas/operator/return-calls.ts';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { callOperator, type InputOf } from '#console/data/call-operator.ts';
import { hasRight, type OperatorSession } from '#console/data/session.ts';

type Kind =
  | 'people'
  | 'orders'
  | 'requests'
  | 'leads'
  | 'certificates'
  | 'cards'
  | 'chats'
  | 'products'
  | 'scanned'
  | 'news';

interface FoundRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  readonly href: string;
}

interface Search {
  readonly search: string;
  readonly limit: number;
}
interface RecordSearch {
  readonly kind: Kind;
  readonly right: OperatorRight;
  readonly find: (
    query: Search,
    signal: AbortSignal,
  ) => Promise<readonly Omit<FoundRecord, 'kind'>[]>;
}

/** Creates a search result. Its title consists of the names, in this order. */
const toResult = (id: string, href: string, ...names: readonly string[]) => ({
  ...{ id, href, title: names.join(', ') },
});

const read = <C extends OperatorCall>(call: C, input: InputOf<C>, signal: AbortSignal) =>
  callOperator(call, input, { signal });

/** Texts that can be a complete serial number. */
const SERIAL_NUMBER = /^(?=.*\d)[\w-]{5,}$/;

const searches: readonly RecordSearch[] = [
  {
    kind: 'people',
    right: 'companies.read',
    find: async (query, signal) =>
      (await read(personCalls.listPeople, { query }, signal)).data.map(({ id, name, company }) =>
        toResult(id, `/people/${id}`, name, company.name),
      ),
  },
  {
    kind: 'orders',
    right: 'orders.read',
    find: async (query, signal) => {
      // Orders are only searched for by number.
      if (!/^\d+$/.test(query.search)) return [];
      const { data } = await read(orderCalls.listOrders, { query }, signal);
      return data.map(({ id, number, company }) =>
        toResult(id, `/orders/${id}`, number, company.name),
      );
    },
  },
  {
    kind: 'requests',
    right: 'leads.read',
    find: async (query, signal) =>
      (await read(leadCalls.listLeadRequests, { query }, signal)).data.map(({ id, name, city }) =>
        toResult(id, `/lead-requests/${id}`, name, city),
      ),
  },
  {
    kind: 'leads',
    right: 'leads.read',
    find: async (query, signal) =>
      (await read(leadCalls.listLeads, { query }, signal)).data.map(({ id, name, company }) =>
        toResult(id, `/leads/${id}`, name, company.name),
      ),
  },
  {
    kind: 'certificates',
    right: 'companies.read',
    find: async (query, signal) => {
      // Certificates are only searched for by number. The call also matches the names of their companies, but companies
      // have a separate search.
      if (!/\d/.test(query.search)) return [];
      const { data } = await read(certificateCalls.listCertificates, { query }, signal);
      return data.map(({ id, number, company }) =>
        toResult(id, `/certificates/${id}`, number, company.name),
      );
    },
  },
  {
    kind: 'cards',
    right: 'orders.read',
    find: async (query, signal) => {
      // Cards are only searched for by the last digits of their number.
      if (!/^\d{4}$/.test(query.search)) return [];
      const { data } = await read(operatorCardCalls.listCards, { query }, signal);
      return data.map(({ id, digits, company }) =>
        toResult(id, `/cards/${id}`, `•••• ${digits ?? ''}`, company.name),
      );
    },
  },
  {
    kind: 'scanned',
    right: 'points.read',
    find: async ({ search: serial, limit }, signal) => {
      if (!SERIAL_NUMBER.test(serial)) return [];
      const query = { serial, limit };
      const { data } = await read(returnCalls.listScannedProducts, { query }, signal);
      return data.map(({ id, serial_number: number, company }) =>
        toResult(id, `/scanned-products?open=${id}`, number ?? serial, company.name),
      );
    },
  },
  {
    kind: 'chats',
    right: 'support.read',
    find: async (query, signal) => {
      const { data } = await read(
        chatCalls.listChats,
        { query: { ...query, view: 'all' } },
        signal,
      );
      return data.map(({ uuid: id, title, company_name: company }) =>
        toResult(id, `/support?view=all&open=${id}`, title, company),
      );
    },
  },
  {
    kind: 'products',
    right: 'shop.read',
    find: async (query, signal) => {
      const { data } = await read(operatorShopCalls.listShopVariants, { query }, signal);
      // Several variants can belong to one product.
      const products = new Map(data.map(({ product }) => [product.id, product.name]));
      return [...products].map(([id, name]) => toResult(id, `/shop/${id}`, name));
    },
  },
  {
    kind: 'news',
    right: 'content.read',
    find: async (query, signal) =>
      (await read(contentCalls.listContents, { query }, signal)).data.map(({ id, title }) =>
        toResult(id, `/content/${id}`, title),
      ),
  },
];

interface FoundRecords {
  readonly records: readonly FoundRecord[];
  /** True if some requests failed, so there may be more records. */
  readonly isIncomplete: boolean;
}

/**
 * Finds records of the kinds that the operator may read, with one request for each kind. A kind whose request fails
 * is omitted.
 */
export async function searchRecords(
  session: OperatorSession,
  query: Search,
  signal: AbortSignal,
): Promise<FoundRecords> {
  const allowedSearches = searches.filter(({ right }) => hasRight(session, right));
  const results = await Promise.allSettled(
    allowedSearches.map(async ({ kind, find }) =>
      (await find(query, signal)).map((record) => ({ kind, ...record })),
    ),
  );
  return {
    records: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    isIncomplete: results.some(({ status }) => status === 'rejected'),
  };
}
