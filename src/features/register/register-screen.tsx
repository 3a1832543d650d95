import { Registration } from './registration.tsx';

/** `/register`: registers an installer company and its owner. */
export function RegisterScreen() {
  return <Registration isDecor={false} />;
}
