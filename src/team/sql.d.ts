/** SQL files are taken into the bundle as texts. */
declare module '*.sql' {
  const text: string;
  export default text;
}
