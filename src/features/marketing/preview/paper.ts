import { brand } from '#brand';

/** Print colours, independent of the app's theme. */
export const paper = {
  white: '#ffffff',
  plaster: '#f4f3f0',
  slate: '#1f2937',
  /** Behind icons on slate. */
  slateLight: '#37445a',
  ink: '#1a2230',
  inkSoft: '#535c6b',
  onSlate: '#ffffff',
  onSlateSoft: '#c9d1dc',
  skySoft: '#dbecfa',
  skyInk: '#1d5f96',
  /** The brand's accent. */
  accent: brand.colour.hex,
  /** Placeholders on white and on slate. */
  faint: '#8a92a0',
  onSlateFaint: '#8f9bad',
} as const;

/** Text colours on one background. */
export interface Inks {
  readonly strong: string;
  readonly soft: string;
  readonly faint: string;
  /** Small icons beside a line. */
  readonly icon: string;
}

export const onWhite: Inks = {
  strong: paper.ink,
  soft: paper.inkSoft,
  faint: paper.faint,
  icon: paper.accent,
};

export const onSlate: Inks = {
  strong: paper.onSlate,
  soft: paper.onSlateSoft,
  faint: paper.onSlateFaint,
  icon: paper.onSlateSoft,
};
