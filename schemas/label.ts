/** Grammar of the QR label (spec §5 "QR code"; docs/behaviour/scanning.md). */
import { MAX_CODE_LENGTH, CODE_PATTERN } from './serial-number.ts';

/** Sizes available in every region (spec §5); the configuration adds others. */
export const BUILT_IN_SIZES = [
  '60x60',
  '80x80',
  '90x60',
  '90x90',
  '100x100',
  '120x90',
  '120x120',
  '150x100',
  '150x150',
  '200x100',
] as const;

/** Maximum length of a type, size or variant; anything longer isn't a label. */
const MAX_LABEL_PART = 12;

const PART = /^[A-Z0-9]+$/;
/** `MK06`, or `60x60` with a lower-case x. */
const SIZE = /^[A-Z0-9]+(x[0-9]+)?$/;

export interface LabelRules {
  /** Text that every label from the manufacturer contains. */
  readonly manufacturerDomain: string;
  /** Product types that this user may scan (spec §6). */
  readonly allowedTypes: ReadonlySet<string>;
  /** True if the region has labels without a serial number. */
  readonly isGenericRegion: boolean;
}

export interface Label {
  readonly kind: 'label';
  readonly type: string;
  readonly size: string;
  readonly variant: string;
  /** The serial number. For a generic label, its last part, which doesn't identify a single product. */
  readonly code: string;
  readonly isGeneric: boolean;
}

/**
 * Reason why a text isn't a valid label: from another manufacturer, incomplete, with characters that no code has, or
 * of a product type that the user isn't allowed to scan.
 */
export type LabelProblem = 'foreign' | 'incomplete' | 'bad_characters' | 'type_not_allowed';

export interface InvalidLabel {
  readonly kind: 'rejected';
  readonly reason: LabelProblem;
}

/** Parses the text of a QR code as a label. Never throws; returns the first problem. */
export function parseLabel(text: string, rules: LabelRules): Label | InvalidLabel {
  const trimmedText = text.trim();
  if (!containsDomain(trimmedText, rules.manufacturerDomain)) return invalid('foreign');

  const [type = '', size = '', variant = '', ...codeParts] = lastSection(trimmedText).split('_');
  const parts = [type, size, variant, ...codeParts];
  if (codeParts.length === 0 || parts.some((part) => part === '')) return invalid('incomplete');
  const label = buildLabel(type, size, variant, codeParts, rules);
  if (isTooLong(label)) return invalid('incomplete');
  if (!hasOnlyCodeCharacters(label)) return invalid('bad_characters');
  if (!rules.allowedTypes.has(label.type)) return invalid('type_not_allowed');
  return label;
}

function buildLabel(
  type: string,
  size: string,
  variant: string,
  codeParts: readonly string[],
  rules: LabelRules,
): Label {
  const code = codeParts.join('-').toUpperCase();
  return {
    kind: 'label',
    type: type.toUpperCase(),
    size: /^\d+x\d+$/i.test(size) ? size.toLowerCase() : size.toUpperCase(),
    variant: variant.toUpperCase(),
    code,
    isGeneric: rules.isGenericRegion && !code.includes('-'),
  };
}

function containsDomain(text: string, domain: string): boolean {
  // Host names are case-insensitive, and an empty domain would match any text.
  return domain !== '' && text.toLowerCase().includes(domain.toLowerCase());
}

/** Returns the text after the last `/`, `?` or `=`. */
function lastSection(text: string): string {
  return text.slice(Math.max(...['/', '?', '='].map((mark) => text.lastIndexOf(mark))) + 1);
}

function isTooLong({ type, size, variant, code }: Label): boolean {
  return (
    [type, size, variant].some((part) => part.length > MAX_LABEL_PART) ||
    code.length > MAX_CODE_LENGTH
  );
}

function hasOnlyCodeCharacters(label: Label): boolean {
  return (
    PART.test(label.type) &&
    SIZE.test(label.size) &&
    PART.test(label.variant) &&
    CODE_PATTERN.test(label.code)
  );
}

function invalid(reason: LabelProblem): InvalidLabel {
  return { kind: 'rejected', reason };
}
