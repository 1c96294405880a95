// The widget of a notebook: a frame with a page, and what goes to and fro between the page and the kernel.
//
// A frame keeps the styles, keys and addresses of page and notebook apart. This module imports nothing: anywidget
// loads it by itself.

/** Whether the notebook is dark: JupyterLab says so on its body, others by the system's theme alone. */
function theme() {
  const light = document.body.dataset.jpThemeLight;
  return light === undefined ? undefined : light === "true" ? "light" : "dark";
}

/** @param {{ model: any, el: HTMLElement }} widget */
function render({ model, el }) {
  // Several views of one widget have a page each. (`crypto.randomUUID` is not there over plain HTTP.)
  const view = Math.random().toString(36).slice(2);
  const frame = document.createElement("iframe");
  frame.title = model.get("label");
  Object.assign(frame.style, {
    width: "100%",
    height: `${model.get("height")}px`,
    border: "0",
    borderRadius: "8px",
    resize: "vertical",
  });
  const dress = () => {
    const root = frame.contentDocument?.documentElement;
    const now = theme();
    if (root && now) root.dataset.theme = now;
  };
  frame.addEventListener("load", dress);
  const themes = new MutationObserver(dress);
  themes.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });

  /** @param {MessageEvent} event */
  const fromPage = ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    model.send({ view, ...data });
  };
  /** @param {any} message */
  const fromKernel = (message) => {
    if (message.view !== undefined && message.view !== view) return;
    const { view: _, page, ...rest } = message;
    if (page === undefined) frame.contentWindow?.postMessage(rest, "*");
    else frame.srcdoc = page;
  };
  window.addEventListener("message", fromPage);
  model.on("msg:custom", fromKernel);
  const resize = () => void (frame.style.height = `${model.get("height")}px`);
  model.on("change:height", resize);
  el.append(frame);
  model.send({ view, open: true });
  return () => {
    window.removeEventListener("message", fromPage);
    model.off("msg:custom", fromKernel);
    model.off("change:height", resize);
    themes.disconnect();
  };
}

export default { render };
