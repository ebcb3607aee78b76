//! Rewrites a source file so that all of its mutants are in it, each behind a question whether it is on.
//!
//! Of each function there are two bodies, the one that was there and the one with the mutants, which is
//! entered only if one of its own is on: a build with thousands of mutants is as fast as one without.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ImplItem, Item, Pat, Signature, Stmt, TraitItem,
    Type, UnOp, parse_quote,
};

use crate::values;

/// A small fault put into the program.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What switches it on; from 1.
    pub id: u32,
    /// The first mutant of its function, which stands for the function.
    pub first: u32,
    /// The file, from the project's root.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The function, with the type that it belongs to.
    pub function: String,
    /// What stands there.
    pub was: String,
    /// What stands there instead.
    pub becomes: String,
}

impl Mutant {
    /// What it is known by, wherever lines move to.
    pub fn name(&self) -> String {
        format!("{}\t{}\t{}\t{}", self.file, self.function, self.was, self.becomes)
    }
}

/// Which mutants and functions are passed over, since they don't compile.
#[derive(Default)]
pub struct LeftOut {
    /// Names of mutants.
    pub mutants: BTreeSet<String>,
    /// Names of `const` functions that are needed where constants are.
    pub constant: BTreeSet<String>,
}

/// Puts mutants into files, numbering them through.
pub struct Rewriter<'a> {
    left_out: &'a LeftOut,
    /// The mutants so far.
    pub mutants: Vec<Mutant>,
    /// How often a name was given.
    names: BTreeMap<String, u32>,
    file: String,
    next: u32,
}

/// The name of the variable that holds which mutant is on.
pub const ACTIVE: &str = "active_mutant";

impl<'a> Rewriter<'a> {
    /// Begins with mutant 1.
    pub fn new(left_out: &'a LeftOut) -> Self {
        let (mutants, names) = (Vec::new(), BTreeMap::new());
        Self { left_out, mutants, names, file: String::new(), next: 1 }
    }

    /// The text of a file with its mutants.
    pub fn rewrite(&mut self, file: &str, text: &str) -> syn::Result<String> {
        file.clone_into(&mut self.file);
        let mut tree = syn::parse_file(text)?;
        self.items(&mut tree.items, "");
        Ok(prettyplease::unparse(&tree))
    }

    fn items(&mut self, items: &mut [Item], within: &str) {
        for item in items {
            match item {
                Item::Fn(function) if !is_test(&function.attrs) => {
                    let (sig, block) = (&mut function.sig, &mut function.block);
                    self.function(sig, block, within);
                }
                Item::Mod(module) if !is_test(&module.attrs) => {
                    if let Some((_, items)) = &mut module.content {
                        self.items(items, &join(within, &module.ident.to_string()));
                    }
                }
                Item::Impl(block) if !is_test(&block.attrs) => {
                    let of = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                    let of = of.map(|segment| segment.ident.to_string()).unwrap_or_default();
                    // What is shown to people, and values that somebody chose.
                    if ["Debug", "Display", "Default"].contains(&of.as_str()) {
                        continue;
                    }
                    let within = join(within, &type_name(&block.self_ty));
                    for item in &mut block.items {
                        if let ImplItem::Fn(function) = item
                            && !is_test(&function.attrs)
                        {
                            self.function(&mut function.sig, &mut function.block, &within);
                        }
                    }
                }
                Item::Trait(block) => {
                    let within = join(within, &block.ident.to_string());
                    for item in &mut block.items {
                        if let TraitItem::Fn(function) = item
                            && let Some(body) = &mut function.default
                        {
                            self.function(&mut function.sig, body, &within);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn function(&mut self, sig: &mut Signature, block: &mut Block, within: &str) {
        let name = join(within, &sig.ident.to_string());
        if sig.constness.is_some() {
            if self.left_out.constant.contains(&sig.ident.to_string()) {
                return;
            }
            sig.constness = None;
        }
        let first = self.next;
        let plain = block.clone();
        let opaque = values::is_opaque(&sig.output);
        let mut body = Body { rewriter: self, function: name, first, opaque };
        let mut returns: Vec<Stmt> = Vec::new();
        if !block.stmts.is_empty() {
            for value in values::returned(&sig.output) {
                let shown = value.to_string().replace(' ', "");
                if is_value(block, &shown) {
                    continue;
                }
                if let Some(on) = body.mutant(sig.ident.span(), "the whole body", &shown) {
                    returns.push(parse_quote!(if #on { return #value; }));
                }
            }
        }
        body.visit_block_mut(block);
        if values::is_iterator(&sig.output)
            && let Some(Stmt::Expr(last, None)) = block.stmts.last_mut()
            && let Some(on) = body.mutant(sig.ident.span(), "the whole body", "nothing")
        {
            *last = parse_quote!((#last).skip(if #on { usize::MAX } else { 0 }));
        }
        if self.next == first {
            *block = plain;
            return;
        }
        let last = self.next - 1;
        let stmts = &block.stmts;
        let active = variable();
        let of_old = &plain.stmts;
        *block = if opaque {
            parse_quote!({ crate::mutant::within(#first, #last); #(#stmts)* })
        } else {
            parse_quote!({
                if crate::mutant::within(#first, #last) {
                    let #active = crate::mutant::active();
                    #(#returns)*
                    #(#stmts)*
                } else {
                    #(#of_old)*
                }
            })
        };
    }
}

/// The body of a function while mutants are put into it.
struct Body<'r, 'a> {
    rewriter: &'r mut Rewriter<'a>,
    function: String,
    first: u32,
    opaque: bool,
}

impl Body<'_, '_> {
    /// Makes a mutant and the question whether it is on, unless it is left out.
    fn mutant(&mut self, at: Span, was: &str, becomes: &str) -> Option<Expr> {
        let rewriter = &mut *self.rewriter;
        let id = rewriter.next;
        let mut mutant = Mutant {
            id,
            first: self.first,
            file: rewriter.file.clone(),
            line: at.start().line,
            function: self.function.clone(),
            was: was.split_whitespace().collect::<Vec<_>>().join(" "),
            becomes: becomes.to_owned(),
        };
        let times = rewriter.names.entry(mutant.name()).or_insert(0);
        *times += 1;
        if *times > 1 {
            mutant.was = format!("{} (#{times})", mutant.was);
        }
        if rewriter.left_out.mutants.contains(&mutant.name()) {
            return None;
        }
        rewriter.next += 1;
        rewriter.mutants.push(mutant);
        Some(if self.opaque {
            parse_quote!(crate::mutant::on(#id))
        } else {
            let active = variable();
            parse_quote!(#active == #id)
        })
    }

    fn binary(&mut self, expr: &mut Expr) {
        let Expr::Binary(binary) = &*expr else { return };
        let plain = binary.clone();
        visit_mut::visit_expr_mut(self, expr);
        if holds_let(&plain) {
            // Of a chain a condition can be left out.
            let Expr::Binary(ExprBinary { right, .. }) = expr else { return };
            if !matches!(*plain.right, Expr::Let(_))
                && let Some(on) =
                    self.mutant(plain.right.span(), &source(&plain.right), "true in a chain")
            {
                **right = parse_quote!((#on || #right));
            }
            return;
        }
        let was = source(&plain);
        for op in others(&plain.op) {
            let shown = quote!(#op).to_string();
            if let Some(on) = self.mutant(plain.op.span(), &was, &shown) {
                let changed = ExprBinary { op, ..plain.clone() };
                *expr = parse_quote!((if #on { #changed } else { #expr }));
            }
        }
    }

    fn arms(&mut self, expr: &mut Expr) {
        let Expr::Match(found) = expr else { return };
        self.visit_expr_mut(&mut found.expr);
        let open =
            found.arms.iter().any(|arm| matches!(arm.pat, Pat::Wild(_)) && arm.guard.is_none());
        for arm in &mut found.arms {
            let was = source(&arm.pat);
            let at = arm.pat.span();
            if let Some((_, guard)) = &mut arm.guard {
                let was = format!("{was} if {}", source(guard));
                let at = guard.span();
                self.visit_expr_mut(guard);
                for value in ["true", "false"] {
                    if let Some(on) = self.mutant(at, &was, &format!("guard {value}")) {
                        **guard = match value {
                            "true" => parse_quote!((#on || #guard)),
                            _ => parse_quote!((!(#on) && #guard)),
                        };
                    }
                }
            }
            self.visit_expr_mut(&mut arm.body);
            if open
                && !matches!(arm.pat, Pat::Wild(_))
                && let Some(on) = self.mutant(at, &was, "no such arm")
            {
                let guard: Expr = match &arm.guard {
                    Some((_, guard)) => parse_quote!((!(#on) && #guard)),
                    None => parse_quote!(!(#on)),
                };
                arm.guard = Some((syn::Token![if](at), Box::new(guard)));
            }
        }
    }
}

impl VisitMut for Body<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Binary(_) => self.binary(expr),
            Expr::Match(_) => self.arms(expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
                let (plain, op) = (unary.expr.clone(), unary.op);
                let was = source(unary);
                self.visit_expr_mut(&mut unary.expr);
                if let Some(on) = self.mutant(op.span(), &was, "without it") {
                    // Twice, since what it stands before may be of another type (`!` of `&u64`).
                    *expr = parse_quote!((if #on { #op(#op(#plain)) } else { #expr }));
                }
            }
            Expr::Repeat(repeat) => self.visit_expr_mut(&mut repeat.expr),
            Expr::Macro(_) | Expr::Const(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    // Constants, and what isn't evaluated.
    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_path_mut(&mut self, _: &mut syn::Path) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
}

fn variable() -> syn::Ident {
    syn::Ident::new(ACTIVE, Span::call_site())
}

/// The operators that one is mistaken for.
fn others(op: &BinOp) -> Vec<BinOp> {
    let others: &[TokenStream] = &match op {
        BinOp::Eq(_) => vec![quote!(!=)],
        BinOp::Ne(_) => vec![quote!(==)],
        BinOp::Lt(_) => vec![quote!(==), quote!(>), quote!(<=)],
        BinOp::Gt(_) => vec![quote!(==), quote!(<), quote!(>=)],
        BinOp::Le(_) => vec![quote!(>), quote!(<)],
        BinOp::Ge(_) => vec![quote!(<), quote!(>)],
        BinOp::And(_) => vec![quote!(||)],
        BinOp::Or(_) => vec![quote!(&&)],
        BinOp::Add(_) => vec![quote!(-), quote!(*)],
        BinOp::Sub(_) => vec![quote!(+), quote!(/)],
        BinOp::Mul(_) => vec![quote!(+), quote!(/)],
        BinOp::Div(_) => vec![quote!(%), quote!(*)],
        BinOp::Rem(_) => vec![quote!(/), quote!(+)],
        BinOp::Shl(_) => vec![quote!(>>)],
        BinOp::Shr(_) => vec![quote!(<<)],
        BinOp::BitAnd(_) => vec![quote!(|), quote!(^)],
        BinOp::BitOr(_) => vec![quote!(&), quote!(^)],
        BinOp::BitXor(_) => vec![quote!(|), quote!(&)],
        BinOp::AddAssign(_) => vec![quote!(-=), quote!(*=)],
        BinOp::SubAssign(_) => vec![quote!(+=), quote!(/=)],
        BinOp::MulAssign(_) => vec![quote!(+=), quote!(/=)],
        BinOp::DivAssign(_) => vec![quote!(%=), quote!(*=)],
        BinOp::RemAssign(_) => vec![quote!(/=), quote!(+=)],
        BinOp::ShlAssign(_) => vec![quote!(>>=)],
        BinOp::ShrAssign(_) => vec![quote!(<<=)],
        BinOp::BitAndAssign(_) => vec![quote!(|=)],
        BinOp::BitOrAssign(_) => vec![quote!(&=)],
        BinOp::BitXorAssign(_) => vec![quote!(|=), quote!(&=)],
        _ => vec![],
    };
    others.iter().filter_map(|op| syn::parse2(op.clone()).ok()).collect()
}

/// Whether a condition is a chain with `let` in it.
fn holds_let(binary: &ExprBinary) -> bool {
    [&binary.left, &binary.right].into_iter().any(|side| match &**side {
        Expr::Let(_) => true,
        Expr::Binary(inner) => matches!(inner.op, BinOp::And(_)) && holds_let(inner),
        _ => false,
    })
}

/// Whether a body is just this value.
fn is_value(block: &Block, shown: &str) -> bool {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => quote!(#expr).to_string().replace(' ', "") == shown,
        _ => false,
    }
}

/// What stands there in the file.
fn source(of: &impl Spanned) -> String {
    of.span().source_text().unwrap_or_default()
}

fn is_test(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        attr.path().is_ident("test")
            || attr.path().is_ident("cfg") && quote!(#attr).to_string().contains("test")
    })
}

fn join(within: &str, name: &str) -> String {
    if within.is_empty() { name.to_owned() } else { format!("{within}::{name}") }
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    }
    .unwrap_or_else(|| quote!(#ty).to_string())
}
