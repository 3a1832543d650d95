/** An operator role: its subjects, and whether it may change data. */
interface Role {
  /** First words of the allowed commands; null allows all. */
  readonly subjects: readonly string[] | null;
  /** True if the role may change data. This is also required to read personal data. */
  readonly canAct: boolean;
  /** Commands that the role can't run although their subject is allowed. */
  readonly excluded?: readonly string[];
}

/**
 * Operator roles. Commands that no other role lists, such as impersonation and the action log, are
 * for `admin` only.
 */
export const operatorRoles = {
  admin: { subjects: null, canAct: true },
  /** Can read every list except the action log. Sees records without personal data. */
  reader: {
    subjects: [
      'campaigns',
      'cards',
      'chats',
      'companies',
      'errors',
      'guides',
      'handovers',
      'leads',
      'messages',
      'news',
      'orders',
      'projects',
      'serials',
      'surveys',
    ],
    canAct: false,
  },
  support: {
    subjects: ['chats', 'guides', 'handovers', 'messages', 'people'],
    canAct: true,
    // These can't be undone.
    excluded: ['handovers erase', 'people erase'],
  },
  sales: {
    subjects: ['companies', 'leads', 'people', 'photos', 'products', 'projects', 'serials'],
    canAct: true,
    // These could take over an account, or can't be undone.
    excluded: ['people change-email', 'people change-phone', 'people erase'],
  },
  shop: { subjects: ['cards', 'orders'], canAct: true },
  editor: { subjects: ['news', 'surveys'], canAct: true },
} as const satisfies Record<string, Role>;
export type OperatorRole = keyof typeof operatorRoles;

export function isOperatorRole(name: string): name is OperatorRole {
  return Object.hasOwn(operatorRoles, name);
}

export function canRun(
  name: OperatorRole,
  command: {
    readonly name: string;
    readonly isAction: boolean;
    readonly readsPersonalData?: boolean;
  },
): boolean {
  const role: Role = operatorRoles[name];
  const [subject = ''] = command.name.split(' ');
  const isSubjectAllowed = role.subjects?.includes(subject) ?? true;
  const isExcluded = role.excluded?.includes(command.name) === true;
  const isReadOnly = !command.isAction && command.readsPersonalData !== true;
  return isSubjectAllowed && !isExcluded && (role.canAct || isReadOnly);
}
