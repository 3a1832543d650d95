import { useRouter } from '@tanstack/react-router';
import { ErrorPage } from './error-page.tsx';

/** A routed screen that failed: trying again draws it anew, without loading the page. */
export function ScreenError({ error }: { error: unknown }) {
  const router = useRouter();
  return <ErrorPage error={error} retry={() => void router.invalidate()} />;
}
