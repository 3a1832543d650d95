import type { RegionId } from '../regions.ts';

/** All rights that roles can have, as `subject.action`. */
export const operatorRights = [
  'approvals.decide',
  'audit.read',
  'companies.edit',
  'companies.read',
  'content.edit',
  'content.read',
  'imports.run',
  'leads.edit',
  'leads.read',
  'operators.manage',
  'orders.edit',
  'orders.read',
  /** Full names, and contact data after giving a reason. */
  'personal.read',
  'points.correct',
  'points.read',
  'reports.read',
  'review.decide',
  'review.read',
  'settings.edit',
  'settings.read',
  'shop.edit',
  'shop.read',
  'support.edit',
  'support.read',
] as const;
export type OperatorRight = (typeof operatorRights)[number];

/** Rights of a viewer, who changes nothing. */
export const viewerRights = [
  'companies.read',
  'content.read',
  'leads.read',
  'orders.read',
  'points.read',
  'reports.read',
  'review.read',
  'settings.read',
  'shop.read',
  'support.read',
] as const satisfies readonly OperatorRight[];

/** Rights of each role. */
const operatorRoleRights = {
  viewer: viewerRights,
  support: ['companies.read', 'personal.read', 'points.read', 'support.edit', 'support.read'],
  sales: [
    'companies.edit',
    'companies.read',
    // Each kind of import needs a second right, so this role can only import homeowners' requests.
    'imports.run',
    'leads.edit',
    'leads.read',
    'personal.read',
    'points.read',
  ],
  reviewer: ['companies.read', 'review.decide', 'review.read'],
  // `personal.read` is needed to see who receives the goods.
  shop: ['imports.run', 'orders.edit', 'orders.read', 'personal.read', 'shop.edit', 'shop.read'],
  editor: ['content.edit', 'content.read'],
  finance: [
    'companies.read',
    // Each kind of import needs a second right, so this role can only import awards.
    'imports.run',
    'orders.read',
    'points.correct',
    'points.read',
    'reports.read',
    'shop.read',
  ],
  country_lead: operatorRights.filter((right) => right !== 'operators.manage'),
  administrator: operatorRights,
} as const satisfies Record<string, readonly OperatorRight[]>;
export type OperatorRoleName = keyof typeof operatorRoleRights;
export const operatorRoleNames = Object.keys(operatorRoleRights) as OperatorRoleName[];

/** Roles that have a right. */
export function rolesWithRight(right: OperatorRight): OperatorRoleName[] {
  return operatorRoleNames.filter((role) => {
    const rights: readonly OperatorRight[] = operatorRoleRights[role];
    return rights.includes(right);
  });
}

/** A role and its countries. */
export interface OperatorGrant {
  readonly role: OperatorRoleName;
  readonly regions: readonly RegionId[];
}

/** Countries where the grants include a right, without duplicates. */
export function regionsWithRight(
  grants: readonly OperatorGrant[],
  right: OperatorRight,
): readonly RegionId[] {
  const grantsWithRight = grants.filter(({ role }) => {
    const rights: readonly OperatorRight[] = operatorRoleRights[role];
    return rights.includes(right);
  });
  return [...new Set(grantsWithRight.flatMap(({ regions }) => regions))];
}
