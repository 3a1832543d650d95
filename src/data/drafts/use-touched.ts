import { useSyncExternalStore } from 'react';
import { isFormTouched } from './unsaved-forms.ts';

/** Whether somebody has begun to fill in something on this page. */
export function useIsFormTouched(): boolean {
  return useSyncExternalStore(isFormTouched.subscribe, isFormTouched.current);
}
