import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, pictures } from '#schemas/api/calls.ts';
import { needsContact, needsDescription, requiredServices } from '#schemas/marketing.ts';
import { materialFields } from '#schemas/marketing-fields.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { coverCount } from '#schemas/marketing-pictures.ts';
import type { CustomInput } from '#schemas/order.ts';
import type { OrderSubmission } from '#schemas/order-submission.ts';
import { transact } from '#server/db/database.ts';
import { writeProducts } from '#server/shop/write-products.ts';
import { materialTitle, completeInput, materials } from '#test/schemas/complete-material.ts';
import { earn, lineOf, newProduct, pointsOf, recipient, stockOf } from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import type { AccountKey } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await earn(server, 'polishOwner', 5000);
});
afterAll(() => server.close());

const banner = { type: 'banner', subtype: null } as const;

/** Orders a material with this data, like a client that calls the API directly. */
async function order(variant: string, data: unknown, as: AccountKey = 'polishOwner', pieces = 1) {
  const line = lineOf(variant, 10, pieces);
  return send({ order: [line], ...(data !== undefined && { data: data as CustomInput }) }, as);
}

async function send(
  { order: lines, data }: Pick<OrderSubmission, 'order' | 'data'>,
  as: AccountKey = 'polishOwner',
) {
  const body: OrderSubmission = {
    type: 'VELUXMS',
    order: lines,
    delivery: 2,
    customer: recipient,
    data,
  };
  return server.call(calls.createOrder, { body }, await server.tokenOf(as));
}

/** Invalid inputs, each with the error code and the fields that the error names. */
function refusals(material: MarketingMaterial): [string, CustomInput, string, string[]][] {
  const whole = completeInput(material);
  const { phone: _phone, longDescription: _long, services: _services, ...rest } = whole;
  const count = coverCount(material.type, material.subtype);
  const required = materialFields(material.type).filter(({ group }) => group === 'required');
  const optional = materialFields(material.type).filter(({ group }) => group === 'optional');
  const missing = 'material_incomplete';
  const wrong = 'material_invalid';
  return [
    ...required.map(({ name }): [string, CustomInput, string, string[]] => {
      const { [name]: _left, ...lacking } = whole;
      return [`without its ${name}`, lacking, missing, [name]];
    }),
    ...optional.map(({ name }): [string, CustomInput, string, string[]] => {
      const others = { email: 'a@example.com', shortDescription: 'x', ...whole };
      const known = new Set(optional.map((field) => field.name as string));
      const complete = Object.fromEntries(
        Object.entries(others).filter(([key]) => key in whole || known.has(key)),
      );
      return [`with an empty ${name}`, { ...complete, [name]: ' ' }, missing, [name]];
    }),
    ...(needsContact(material)
      ? [['without a contact', without(whole, 'phone'), missing, ['phone']] as const].map(plain)
      : []),
    ...(needsDescription(material)
      ? [
          plain([
            'without a description',
            without(whole, 'longDescription'),
            missing,
            ['shortDescription'],
          ]),
        ]
      : []),
    ...(requiredServices(material) > 0
      ? [
          plain(['without services', without(whole, 'services'), missing, ['services']]),
          plain([
            'with a service too few',
            { ...whole, services: whole.services?.slice(1) ?? [] },
            missing,
            ['services'],
          ]),
        ]
      : [
          plain([
            'with services',
            { ...whole, services: [{ text: 'A', icon: 'blind' }] },
            wrong,
            ['services'],
          ]),
        ]),
    ['with a phone that is none', { ...whole, phone: 'on request' }, wrong, ['phone']],
    ['with a cover that is none', { ...whole, coverImage: count }, wrong, ['coverImage']],
    ['as something else', { ...rest, ...whole, type: otherThan(material) }, wrong, ['type']],
  ];
}

function plain(
  refusal: readonly [string, CustomInput, string, readonly string[]],
): [string, CustomInput, string, string[]] {
  const [name, input, code, fields] = refusal;
  return [name, input, code, [...fields]];
}

function without(input: CustomInput, part: keyof CustomInput): CustomInput {
  const { [part]: _left, ...rest } = input;
  return rest;
}

function otherThan({ type }: MarketingMaterial): 'banner' | 'sticker' {
  return type === 'banner' ? 'sticker' : 'banner';
}

describe.each(materials.map((one) => [materialTitle(one), one] as const))(
  'a %s',
  (_name, material) => {
    test('is rejected for each invalid input, without effects', async () => {
      const { variant } = await newProduct(server, { marketing: material });
      const before = await pointsOf(server, 'polishOwner');
      for (const [what, data, code, fields] of refusals(material)) {
        const response = await order(variant, data);
        const named = response.errors?.map(({ field }) => field);
        expect([what, response.code, named]).toEqual([
          what,
          code,
          fields.map((field) => `body.data.${field}`),
        ]);
      }
      const nothing = await order(variant, undefined);
      expect(nothing.code).toBe('material_incomplete');
      expect(await stockOf(server, variant)).toBe(5);
      expect(await pointsOf(server, 'polishOwner')).toBe(before);
    });

    test('can be ordered with the required data, which the order contains', async () => {
      const { variant } = await newProduct(server, { marketing: material });
      const before = await pointsOf(server, 'polishOwner');
      const data = completeInput(material);
      const response = await order(variant, data, 'polishStaff', 2);
      const [made] = response.result.data;
      const { type, subtype } = material;
      expect(made?.contents[0]?.inputData).toEqual({
        ...data,
        type,
        ...(subtype !== null && { subtype }),
        ...(coverCount(type, subtype) > 0 && { coverImage: 0 }),
        ...(type === 'sticker' && { link: 'https://pl.skylight.example/' }),
        language: 'pl',
        brandLogo: 'recommended',
      });
      expect(made?.points).toBe(20);
      expect(await pointsOf(server, 'polishOwner')).toBe(before - 20);
      const params = { id: made?.uuid ?? '' };
      const detail = await server.call(
        calls.getOrder,
        { params },
        await server.tokenOf('polishOwner'),
      );
      expect(detail.result.contents).toEqual(made?.contents);
    });
  },
);

test('orders can’t have an unknown language or picture, nor a stored link on a sticker', async () => {
  const { variant } = await newProduct(server, { marketing: banner });
  const whole = completeInput(banner);
  for (const data of [
    { ...whole, language: 'xx' },
    { ...whole, coverImage: 21 },
    { ...whole, type: 'balloon' },
    { ...whole, shortDescription: 'x'.repeat(81) },
    { ...whole, longDescription: 'x'.repeat(101) },
  ]) {
    expect((await order(variant, data)).code).toBe('invalid_input');
  }
  expect((await order(variant, { ...whole, link: 'ftp://x' })).code).toBe('material_invalid');
  const sticker = await newProduct(server, { marketing: { type: 'sticker', subtype: null } });
  const own = { companyName: 'A', email: 'a@example.com', link: 'https://elsewhere.example' };
  const made = await order(sticker.variant, own);
  expect(made.result.data[0]?.contents[0]?.inputData?.link).toBe('https://pl.skylight.example/');
});

test('material is ordered separately, only by main roles, and only of a known type', async () => {
  const first = await newProduct(server, { marketing: banner });
  const second = await newProduct(server, { marketing: banner });
  const data = completeInput(banner);
  const both = await send({ order: [lineOf(first.variant), lineOf(second.variant)], data });
  expect(both.errors).toMatchObject([{ code: 'product_unavailable', field: 'body.order.1' }]);
  expect((await order(first.variant, data, 'decorOwner')).code).toBe('forbidden');

  // A product from before materials had a type.
  await server.db
    .updateTable('shop_products')
    .set({ marketing_type: null })
    .where('uuid', '=', first.product)
    .execute();
  expect((await order(first.variant, data)).code).toBe('product_unavailable');
});

test('the shop shows a product’s material type, and rejects incomplete types', async () => {
  const { product } = await newProduct(server, { marketing: { type: 'flyer', subtype: 'dsp' } });
  const token = await server.tokenOf('polishOwner');
  const { result } = await server.call(calls.getShopProduct, { params: { id: product } }, token);
  expect(result.marketing).toEqual({ type: 'flyer', subtype: 'dsp' });
  for (const [type, marketing] of [
    ['VELUXMS', null],
    ['VELUXMS', { type: 'flyer', subtype: null }],
    ['VELUXMS', { type: 'banner', subtype: 'dsp' }],
    ['COMPACON', banner],
  ] as const) {
    const offered = {
      ...{ uuid: randomUUID(), type, marketing, sku: 'x', name: 'x', description: '' },
      ...{ active: true, is_visible: true, category: null, pictures: [], createdAt: 0 },
      variants: [{ uuid: randomUUID(), sku: 'x', stock: 1, price: 1, attrs: [] }],
    };
    await expect(
      transact(server.db, (trx) => writeProducts(trx, 'PL', [offered], 0)),
    ).rejects.toThrow('marketing material');
  }
});

describe('a QR code of a link', () => {
  const ask = async (query: string, as: AccountKey | null) =>
    server.app.inject({
      url: `/api${pictures.getQrCode.path}${query}`,
      headers: as === null ? {} : { authorization: `Bearer ${await server.tokenOf(as)}` },
    });

  test('is an image, the same for the same link', async () => {
    const query = `?data=${encodeURIComponent('https://dachy-nowak.example/?a=ż')}`;
    const response = await ask(query, 'polishStaff');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(response.body).toMatch(
      /^<svg [^<>]*><path fill="#fff" d="[MhvHVz0-9 ]+"\/><path d="[Mhvz0-9 -]+"\/><\/svg>$/,
    );
    expect((await ask(query, 'polishOwner')).body).toBe(response.body);
    const longest = await ask(`?data=${'%C5%BC'.repeat(300)}`, 'polishStaff');
    expect(longest.statusCode).toBe(200);
  });

  test('is generated only for links, and only for people who can order material', async () => {
    expect((await ask('?data=x', null)).statusCode).toBe(401);
    expect((await ask('?data=x', 'decorOwner')).statusCode).toBe(403);
    for (const query of ['', '?data=', `?data=${'x'.repeat(301)}`, '?data=%00', '?data=a&data=b']) {
      expect((await ask(query, 'polishOwner')).statusCode).toBe(400);
    }
  });
});
