import type { Dispatch } from 'react';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import type { MaterialProblem } from '#schemas/marketing.ts';
import type { MaterialAction, MaterialForm } from './material-form.ts';

/** Props shared by all parts of the editor. */
export interface EditorPart {
  readonly form: MaterialForm;
  readonly dispatch: Dispatch<MaterialAction>;
  readonly material: MarketingMaterial;
  /** Error text of a field; undefined if valid. */
  readonly wrong: (field: MaterialProblem['field']) => string | undefined;
}
