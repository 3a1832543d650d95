import { useRouter } from '@tanstack/react-router';
import { hrefOf, paths } from '#src/app/paths.ts';
import { LazyErrorPage } from './error-boundary.tsx';

/** Error page of a route; retrying rerenders the route without reloading the page. */
export function ScreenError({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <LazyErrorPage
      error={error}
      retry={() => void router.invalidate()}
      support={hrefOf(paths.supportChats())}
    />
  );
}
