import type { Dispatch } from 'react';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import type { MaterialProblem } from '#schemas/marketing.ts';
import type { MaterialAction, MaterialForm } from './material-form.ts';

/** What a part of the editor works on. */
export interface EditorPart {
  readonly form: MaterialForm;
  readonly dispatch: Dispatch<MaterialAction>;
  readonly material: MarketingMaterial;
  /** What is wrong with a part, in words; undefined where nothing is. */
  readonly wrong: (field: MaterialProblem['field']) => string | undefined;
}
