import { useSearch } from '@tanstack/react-router';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { ClosePage } from './close-page.tsx';

/** `/close` within the app. */
export function CloseScreen() {
  const go = useGo();
  const { source } = useSearch({ from: '/signed-in/close' });
  return <ClosePage source={source} onStay={() => go(paths.home(), { replace: true })} />;
}
