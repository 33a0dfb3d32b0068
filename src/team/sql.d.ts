/** SQL files are bundled as strings. */
declare module '*.sql' {
  const text: string;
  export default text;
}
