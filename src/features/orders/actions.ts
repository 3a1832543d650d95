/** What other features show of an order. */
export { OrderPicture, orderName } from './order-picture.tsx';
