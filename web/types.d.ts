// What the modules use that is made elsewhere: texts that the bundler puts in, and the toolchain's own script of the playground.
declare module '*.yaml' {
  const text: string;
  export default text;
}
declare function pentocityModule(options: {wasmBinary: Uint8Array}): Promise<any>;
declare const WorkerGlobalScope: unknown;
