declare module 'undici/lib/web/fetch/formdata.js' {
  export { FormData } from 'undici';
}
