/** Browsers report software drawing by `failIfMajorPerformanceCaveat`, or only by the renderer's name. */
export function probeHere(canvas: HTMLCanvasElement | OffscreenCanvas): boolean {
  const context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true }) as WebGL2RenderingContext | null;
  if (!context) return false;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
