import type { MessageDescriptor } from '@lingui/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import type { UrlSchema } from './url-state.ts';

/** A screen: its route, and its entries in the navigation and the command palette. */
export interface ConsoleScreen {
  /** Path with parameters as in the router, such as `/companies/$id`. */
  readonly path: string;
  readonly title: MessageDescriptor;
  readonly icon: LucideIcon;
  /** Right that the operator needs in at least one country; null if every signed-in operator may open the screen. */
  readonly right: OperatorRight | null;
  /** Group in the navigation: work queues, the programme's records, or the console itself. */
  readonly group: 'work' | 'programme' | 'system';
  /** False for screens reached from a record. */
  readonly inNavigation: boolean;
  /** Search parameters. */
  readonly search?: UrlSchema;
  readonly load: () => Promise<{ Screen: ComponentType }>;
}
