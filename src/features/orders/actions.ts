/** Order components for other features. */
export { OrderPicture, orderName } from './order-picture.tsx';
