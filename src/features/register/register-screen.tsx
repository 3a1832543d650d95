import { Registration } from './registration.tsx';

/** `/register`: an installer company joins with its owner. */
export function RegisterScreen() {
  return <Registration isDecor={false} />;
}
