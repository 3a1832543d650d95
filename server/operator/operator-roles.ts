import type { Command } from './command.ts';

/** A role of operators: which subjects are theirs, and whether they may do what changes something. */
interface Role {
  /** The first words of commands; null for every one. */
  readonly subjects: readonly string[] | null;
  readonly canAct: boolean;
}

/**
 * What operators may do. Looking at the app as somebody else, and reading what others have done, is for `admin` alone:
 * every subject that is not named elsewhere is.
 */
export const operatorRoles = {
  admin: { subjects: null, canAct: true },
  /** Sees every list but what others have done, and changes nothing. */
  reader: {
    subjects: [
      ...['cards', 'chats', 'companies', 'errors', 'leads', 'messages', 'news', 'orders'],
      ...['projects', 'serials', 'surveys'],
    ],
    canAct: false,
  },
  support: { subjects: ['chats', 'messages'], canAct: true },
  sales: { subjects: ['companies', 'leads', 'projects', 'serials'], canAct: true },
  shop: { subjects: ['cards', 'orders'], canAct: true },
  editor: { subjects: ['news', 'surveys'], canAct: true },
} as const satisfies Record<string, Role>;
export type OperatorRole = keyof typeof operatorRoles;

export function isOperatorRole(name: string): name is OperatorRole {
  return Object.hasOwn(operatorRoles, name);
}

export function canRun(name: OperatorRole, command: Command): boolean {
  const role: Role = operatorRoles[name];
  const [subject = ''] = command.name.split(' ');
  return (role.canAct || !command.isAction) && (role.subjects?.includes(subject) ?? true);
}
