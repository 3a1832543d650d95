import { useSyncExternalStore } from 'react';
import { touched } from './unsaved-forms.ts';

/** Whether somebody has begun to fill in something on this page. */
export function useTouched(): boolean {
  return useSyncExternalStore(touched.subscribe, touched.current);
}
