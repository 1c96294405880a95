// Who answers this page: a server. `spielbaum site` writes `./python.js` here, and Python inside the page does.
//
// Both have the same functions: `request` asks something, `pageAddress` says where a page is, `onNotice` says
// whom to tell what people have to know.

export * from "./server.js";
