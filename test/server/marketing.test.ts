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
import { addPoints, lineOf, newProduct, pointsOf, recipient, stockOf } from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import type { AccountKey } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await addPoints(server, 'polishOwner', 5000);
});
afterAll(() => server.close());

const banner = { type: 'banner', subtype: null } as const;

/** Orders a material with this data, like a client that calls the API directly. */
async function orderMaterial(
  variant: string,
  data: unknown,
  account: AccountKey = 'polishOwner',
  quantity = 1,
) {
  const line = lineOf(variant, 10, quantity);
  return send({ order: [line], ...(data !== undefined && { data: data as CustomInput }) }, account);
}

async function send(
  { order: lines, data }: Pick<OrderSubmission, 'order' | 'data'>,
  account: AccountKey = 'polishOwner',
) {
  const body: OrderSubmission = {
    type: 'VELUXMS',
    order: lines,
    delivery: 2,
    customer: recipient,
    data,
  };
  return server.call(calls.createOrder, { body }, await server.tokenOf(account));
}

/** Invalid inputs, each with the error code and the fields that the error names. */
function invalidInputs(material: MarketingMaterial): [string, CustomInput, string, string[]][] {
  const completeFields = completeInput(material);
  const {
    phone: _phone,
    longDescription: _long,
    services: _services,
    ...requiredOnly
  } = completeFields;
  const count = coverCount(material.type, material.subtype);
  const requiredFields = materialFields(material.type).filter(({ group }) => group === 'required');
  const optionalFieldRules = materialFields(material.type).filter(
    ({ group }) => group === 'optional',
  );
  const incompleteCode = 'material_incomplete';
  const invalidCode = 'material_invalid';
  return [
    ...requiredFields.map(({ name }): [string, CustomInput, string, string[]] => {
      const { [name]: _omitted, ...incomplete } = completeFields;
      return [`without its ${name}`, incomplete, incompleteCode, [name]];
    }),
    ...optionalFieldRules.map(({ name }): [string, CustomInput, string, string[]] => {
      const optionalFields = { email: 'a@example.com', shortDescription: 'x', ...completeFields };
      const optionalNames = new Set(optionalFieldRules.map((field) => field.name as string));
      const completeData = Object.fromEntries(
        Object.entries(optionalFields).filter(
          ([key]) => key in completeFields || optionalNames.has(key),
        ),
      );
      return [`with an empty ${name}`, { ...completeData, [name]: ' ' }, incompleteCode, [name]];
    }),
    ...(needsContact(material)
      ? [
          ['without a contact', omit(completeFields, 'phone'), incompleteCode, ['phone']] as const,
        ].map(invalidInput)
      : []),
    ...(needsDescription(material)
      ? [
          invalidInput([
            'without a description',
            omit(completeFields, 'longDescription'),
            incompleteCode,
            ['shortDescription'],
          ]),
        ]
      : []),
    ...(requiredServices(material) > 0
      ? [
          invalidInput([
            'without services',
            omit(completeFields, 'services'),
            incompleteCode,
            ['services'],
          ]),
          invalidInput([
            'with too few services',
            { ...completeFields, services: completeFields.services?.slice(1) ?? [] },
            incompleteCode,
            ['services'],
          ]),
        ]
      : [
          invalidInput([
            'with services',
            { ...completeFields, services: [{ text: 'A', icon: 'blind' }] },
            invalidCode,
            ['services'],
          ]),
        ]),
    [
      'with an invalid phone number',
      { ...completeFields, phone: 'on request' },
      invalidCode,
      ['phone'],
    ],
    [
      'with an unknown cover',
      { ...completeFields, coverImage: count },
      invalidCode,
      ['coverImage'],
    ],
    [
      'with another material’s type',
      { ...requiredOnly, ...completeFields, type: otherType(material) },
      invalidCode,
      ['type'],
    ],
  ];
}

function invalidInput(
  values: readonly [string, CustomInput, string, readonly string[]],
): [string, CustomInput, string, string[]] {
  const [name, input, code, fields] = values;
  return [name, input, code, [...fields]];
}

function omit(input: CustomInput, omitted: keyof CustomInput): CustomInput {
  const { [omitted]: _value, ...requiredOnly } = input;
  return requiredOnly;
}

function otherType({ type }: MarketingMaterial): 'banner' | 'sticker' {
  return type === 'banner' ? 'sticker' : 'banner';
}

describe.each(materials.map((material) => [materialTitle(material), material] as const))(
  'a %s',
  (_name, material) => {
    test('is rejected for each invalid input, without effects', async () => {
      const { variant } = await newProduct(server, { marketing: material });
      const before = await pointsOf(server, 'polishOwner');
      for (const [title, data, code, fields] of invalidInputs(material)) {
        const response = await orderMaterial(variant, data);
        const fieldNames = response.errors?.map(({ field }) => field);
        expect([title, response.code, fieldNames]).toEqual([
          title,
          code,
          fields.map((field) => `body.data.${field}`),
        ]);
      }
      const withoutData = await orderMaterial(variant, undefined);
      expect(withoutData.code).toBe('material_incomplete');
      expect(await stockOf(server, variant)).toBe(5);
      expect(await pointsOf(server, 'polishOwner')).toBe(before);
    });

    test('can be ordered with the required data, which the order contains', async () => {
      const { variant } = await newProduct(server, { marketing: material });
      const before = await pointsOf(server, 'polishOwner');
      const data = completeInput(material);
      const response = await orderMaterial(variant, data, 'polishStaff', 2);
      const [createdOrder] = response.result.data;
      const { type, subtype } = material;
      expect(createdOrder?.contents[0]?.inputData).toEqual({
        ...data,
        type,
        ...(subtype !== null && { subtype }),
        ...(coverCount(type, subtype) > 0 && { coverImage: 0 }),
        ...(type === 'sticker' && { link: 'https://pl.skylight.example/' }),
        language: 'pl',
        brandLogo: 'recommended',
      });
      expect(createdOrder?.points).toBe(20);
      expect(await pointsOf(server, 'polishOwner')).toBe(before - 20);
      const params = { id: createdOrder?.uuid ?? '' };
      const detail = await server.call(
        calls.getOrder,
        { params },
        await server.tokenOf('polishOwner'),
      );
      expect(detail.result.contents).toEqual(createdOrder?.contents);
    });
  },
);

test('orders can’t have an unknown language or picture, or a stored link on a sticker', async () => {
  const { variant } = await newProduct(server, { marketing: banner });
  const completeData = completeInput(banner);
  for (const data of [
    { ...completeData, language: 'xx' },
    { ...completeData, coverImage: 21 },
    { ...completeData, type: 'balloon' },
    { ...completeData, shortDescription: 'x'.repeat(81) },
    { ...completeData, longDescription: 'x'.repeat(101) },
  ]) {
    expect((await orderMaterial(variant, data)).code).toBe('invalid_input');
  }
  expect((await orderMaterial(variant, { ...completeData, link: 'ftp://x' })).code).toBe(
    'material_invalid',
  );
  const sticker = await newProduct(server, { marketing: { type: 'sticker', subtype: null } });
  const ownInput = { companyName: 'A', email: 'a@example.com', link: 'https://elsewhere.example' };
  const createdOrder = await orderMaterial(sticker.variant, ownInput);
  expect(createdOrder.result.data[0]?.contents[0]?.inputData?.link).toBe(
    'https://pl.skylight.example/',
  );
});

test('material is ordered separately, only by main roles, and only if its type is known', async () => {
  const first = await newProduct(server, { marketing: banner });
  const second = await newProduct(server, { marketing: banner });
  const data = completeInput(banner);
  const twoOrders = await send({ order: [lineOf(first.variant), lineOf(second.variant)], data });
  expect(twoOrders.errors).toMatchObject([{ code: 'product_unavailable', field: 'body.order.1' }]);
  expect((await orderMaterial(first.variant, data, 'decorOwner')).code).toBe('forbidden');

  // Simulate a product from before materials had a type.
  await server.db
    .updateTable('shop_products')
    .set({ marketing_type: null })
    .where('uuid', '=', first.product)
    .execute();
  expect((await orderMaterial(first.variant, data)).code).toBe('product_unavailable');
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
    const productRow = {
      uuid: randomUUID(),
      type,
      marketing,
      sku: 'x',
      name: 'x',
      description: '',
      active: true,
      is_visible: true,
      category: null,
      pictures: [],
      createdAt: 0,
      variants: [{ uuid: randomUUID(), sku: 'x', stock: 1, price: 1, attrs: [] }],
    };
    await expect(
      transact(server.db, (trx) => writeProducts(trx, 'PL', [productRow], 0)),
    ).rejects.toThrow('marketing material');
  }
});

describe('a QR code of a link', () => {
  const requestQrCode = async (query: string, account: AccountKey | null) =>
    server.app.inject({
      url: `/api${pictures.getQrCode.path}${query}`,
      headers: account === null ? {} : { authorization: `Bearer ${await server.tokenOf(account)}` },
    });

  test('is an image, which is always the same for the same link', async () => {
    const query = `?data=${encodeURIComponent('https://dachy-nowak.example/?a=ż')}`;
    const response = await requestQrCode(query, 'polishStaff');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(response.body).toMatch(
      /^<svg [^<>]*><path fill="#fff" d="[MhvHVz0-9 ]+"\/><path d="[Mhvz0-9 -]+"\/><\/svg>$/,
    );
    expect((await requestQrCode(query, 'polishOwner')).body).toBe(response.body);
    const longestRequest = await requestQrCode(`?data=${'%C5%BC'.repeat(300)}`, 'polishStaff');
    expect(longestRequest.statusCode).toBe(200);
  });

  test('is generated only for links, and only for people who can order material', async () => {
    expect((await requestQrCode('?data=x', null)).statusCode).toBe(401);
    expect((await requestQrCode('?data=x', 'decorOwner')).statusCode).toBe(403);
    for (const query of ['', '?data=', `?data=${'x'.repeat(301)}`, '?data=%00', '?data=a&data=b']) {
      expect((await requestQrCode(query, 'polishOwner')).statusCode).toBe(400);
    }
  });
});
