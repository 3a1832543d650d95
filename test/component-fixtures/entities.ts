import { deliveryTypes } from '#schemas/delivery.ts';
import type { Lead } from '#schemas/lead.ts';
import { type Order, orderStatuses } from '#schemas/order.ts';
import type { Project } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { ShopProduct } from '#schemas/shop-product.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';

/*
 * Entities as the server sends them, for the lists of the fake server.
 */

const CREATED_AT = '2026-05-04T10:00:00.000Z';
const idOf = (number: number) => `30000000-0000-4000-8000-00000000000${number}`;

/** A product in one variant, in stock. */
export function shopProductOf(
  number: number,
  changes: Pick<ShopProduct, 'name' | 'type'> & Partial<ShopProduct>,
  { price = 100, stock = 20 }: { price?: number; stock?: number } = {},
): ShopProduct {
  const id = idOf(number);
  return {
    uuid: id,
    op_id: id,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    deleted: false,
    sku: `SKU-${number}`,
    description: '',
    active: true,
    marketing: null,
    is_visible: true,
    category: null,
    images: { thumbnail: null, list: [] },
    variants: [{ uuid: id, sku: `SKU-${number}`, stock, price, attrs: [] }],
    ...changes,
  };
}

/** A pending order. */
export function orderOf(number: number): Order {
  const customer = { name: 'Anna', surname: 'Nowak', email: null, phone: null, country: null };
  const address = { street: null, house_number: null, city: null, postal_code: null };
  return {
    uuid: idOf(number),
    op_id: idOf(number),
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    deleted: false,
    number: `100${number}`,
    status: orderStatuses.pending,
    points: 100,
    delivery: deliveryTypes.company,
    customer: { ...customer, ...address, company_name: null },
    meta: { type: 'EDENRED', has_response: false, usable_until: null, amount: null },
    contents: [],
    reason: null,
  };
}

const LEAD = '0199a1b2-0000-7000-8000-000000000001';

/** A lead that the company is interested in. */
export function leadOf(changes: Partial<Lead> = {}): Lead {
  return {
    uuid: LEAD,
    op_id: LEAD,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    deleted: false,
    status: 'interested',
    expires_on: '2999-05-11T10:00:00.000Z',
    ...offeredLead,
    expected_installation_date: null,
    reasons: [],
    project_id: null,
    moved_by: { actor: 'operator', name: null },
    moved_at: CREATED_AT,
    ...changes,
  };
}

const PROJECT = '0199a1b2-0000-7000-8000-000000000002';

/** An open project without products. */
export function projectOf(changes: Partial<Project> = {}): Project {
  return {
    uuid: PROJECT,
    op_id: PROJECT,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    deleted: false,
    name: '',
    street_name: 'Dachowa 1',
    postal_code: '00-001',
    city: 'Warszawa',
    status: { id: projectStatus.inProgress },
    products_count: 0,
    available_points: 0,
    max_points: 0,
    calculated_available_points: 0,
    calculated_max_points: 0,
    project_closed: null,
    expires_at: '2999-01-01T00:00:00.000Z',
    warranty_certificate_uuid: null,
    installation_date: null,
    survey: [],
    lead: null,
    ...changes,
  };
}
