//! What a function's body is replaced by: values of its return type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};

/// The most values for one function.
const MOST: usize = 6;

/// Values that a function could return whatever it is given. Those that don't compile are left out later.
pub fn returned(output: &ReturnType) -> Vec<TokenStream> {
    match output {
        ReturnType::Default => vec![quote!(())],
        ReturnType::Type(_, ty) => {
            let mut values = values(ty);
            values.truncate(MOST);
            values
        }
    }
}

/// Whether the type is `impl Iterator`, of which another body can't be another type.
pub fn is_iterator(output: &ReturnType) -> bool {
    let ReturnType::Type(_, ty) = output else { return false };
    let Type::ImplTrait(opaque) = &**ty else { return false };
    opaque.bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|segment| segment.ident == "Iterator")
        }
        _ => false,
    })
}

/// Whether the type is `impl` something: then the body can't be there twice.
pub fn is_opaque(output: &ReturnType) -> bool {
    matches!(output, ReturnType::Type(_, ty) if matches!(**ty, Type::ImplTrait(_)))
}

fn values(ty: &Type) -> Vec<TokenStream> {
    match ty {
        Type::Paren(inner) => values(&inner.elem),
        Type::Group(inner) => values(&inner.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => vec![quote!(())],
        Type::Tuple(tuple) => {
            let mut all = vec![Vec::new()];
            for part in &tuple.elems {
                let parts = values(part);
                all = all
                    .into_iter()
                    .flat_map(|begun: Vec<TokenStream>| {
                        parts
                            .iter()
                            .map(move |value| [&begun[..], std::slice::from_ref(value)].concat())
                    })
                    .collect();
            }
            all.into_iter().map(|parts| quote!((#(#parts),*))).collect()
        }
        Type::Array(array) => {
            let len = &array.len;
            values(&array.elem).into_iter().map(|value| quote!([#value; #len])).collect()
        }
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(slice) => {
                let filled = values(&slice.elem);
                let filled = filled.iter().map(|value| quote!(Vec::leak(vec![#value])));
                [quote!(Vec::leak(Vec::new()))].into_iter().chain(filled).collect()
            }
            Type::Path(path) if path.path.is_ident("str") => vec![quote!(""), quote!("xyzzy")],
            other => {
                values(other).iter().map(|value| quote!(Box::leak(Box::new(#value)))).collect()
            }
        },
        Type::Path(path) => {
            let Some(segment) = path.path.segments.last() else { return Vec::new() };
            let inner: Vec<&Type> = match &segment.arguments {
                PathArguments::AngleBracketed(given) => {
                    let types = given.args.iter().filter_map(|argument| match argument {
                        GenericArgument::Type(ty) => Some(ty),
                        _ => None,
                    });
                    types.collect()
                }
                _ => Vec::new(),
            };
            named(&segment.ident.to_string(), inner.first().copied())
        }
        _ => Vec::new(),
    }
}

fn named(name: &str, inner: Option<&Type>) -> Vec<TokenStream> {
    let of_inner = || inner.map(values).unwrap_or_default();
    match (name, inner) {
        ("bool", _) => vec![quote!(true), quote!(false)],
        ("u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "Key", _) => vec![quote!(0), quote!(1)],
        ("i8" | "i16" | "i32" | "i64" | "i128" | "isize", _) => {
            vec![quote!(0), quote!(1), quote!(-1)]
        }
        ("f32" | "f64", _) => vec![quote!(0.0), quote!(1.0), quote!(-1.0)],
        ("char", _) => vec![quote!('\0'), quote!('x')],
        ("String", _) => vec![quote!(String::new()), quote!("xyzzy".into())],
        ("Option", Some(_)) => {
            let some = of_inner();
            let some = some.iter().map(|value| quote!(Some(#value)));
            [quote!(None)].into_iter().chain(some).collect()
        }
        ("Result", Some(_)) => of_inner().iter().map(|value| quote!(Ok(#value))).collect(),
        ("Vec", Some(_)) => {
            let filled = of_inner();
            let filled = filled.iter().map(|value| quote!(vec![#value]));
            [quote!(vec![])].into_iter().chain(filled).collect()
        }
        ("Box", Some(_)) => of_inner().iter().map(|value| quote!(Box::new(#value))).collect(),
        _ => vec![quote!(Default::default())],
    }
}
