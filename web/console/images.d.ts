/** The URL of an image, which the build gives. */
declare module '*.svg' {
  const url: string;
  export default url;
}
